"""What classrooms on GitHub read, judged by consumers that do what theirs do."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import jsonschema
import pytest

from grader.model import CheckResult, Counterexample, Frame, Isolation, Report, Status, Visibility
from grader.reporters import autograding

NOW = datetime(2026, 6, 1, 14, 32, 1, tzinfo=UTC)
EVIL = "::stop-commands::x\n::error::pwned\r\n##[error]x \x1b[2J\u202e | <b> `x`\x00"
ENVIRONMENT = {
    "CLASSROOM": "ml-2026",
    "ASSIGNMENT": "homework-zero",
    "SUBMISSION_TAG": "submit/2026-06-01T14-32-05Z-a1b2c3d",
    "COMMIT_URL": "https://example.org/o/r/commit/a1b2c3d",
    "RELEASE_URL": "https://example.org/o/r/releases/tag/submit%2F2026",
    "REVIEW_URL": "https://example.org/o/r/compare/a...b",
    "OWNER": "alice",
    "ASSIGNMENT_TYPE": "group",
}


def check(
    number: int = 0,
    status: Status = Status.PASSED,
    visibility: Visibility = "visible",
    points: float = 2.0,
    text: str = "",
    question: str = "f",
) -> CheckResult:
    passed = status is Status.PASSED
    return CheckResult(
        id=f"{question}.{number}",
        question=question,
        title=f"Title {number}",
        kind="value",
        visibility=visibility,
        status=status,
        points=points if passed else 0.0,
        max_points=points,
        seconds=0.25,
        message="" if passed else f"Message {number} {text}",
        counterexample=None if passed else Counterexample("secret", "secret", "secret", "secret()"),
        trace=() if passed else (Frame("simple_ml.py", 7, "f", "secret"),),
        output=f"secret {text}",
    )


def report(*checks: CheckResult, assignment: str = "hw0") -> Report:
    return Report(assignment, "somewhere/secret/simple_ml.py", 5, Isolation("strict"), checks)


class Reporter:
    """What the autograding reporter makes of the variable that a runner's output is put into."""

    def __init__(self, variable: str) -> None:
        assert len(variable) < 128 * 1024 - 100, "Linux refuses such a variable"
        results = json.loads(base64.b64decode(variable, validate=True).decode("utf-8"))
        self.failed = results["status"] in ("fail", "error")
        self.log: list[str] = []
        for test in results["tests"]:
            line = f" - line {test['line_no']}" if test["line_no"] != 0 else ""
            if test["status"] == "pass":
                self.log.append(f"✅ {test['name']}{line}")
            elif test["status"] == "error":
                self.log.append(f"Error: {test['message'] or 'Failed to run test'}")
            else:
                self.log.append(f"❌ {test['name']}{line}")
                self.log.append(f"Error: {test['message'] or 'Failed to run test'}")
            if test.get("test_code"):
                self.log.append(f"Test code:\n{test['test_code']}")
        self.points = sum(test["score"] for test in results["tests"])
        self.most = results["max_score"]
        self.tests = results["tests"]

    @property
    def lines(self) -> list[str]:
        return "\n".join(self.log).splitlines()


RUNNERS_FORM = {
    "type": "object",
    "required": ["version", "status", "max_score", "tests"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": 1},
        "status": {"enum": ["pass", "fail", "error"]},
        "max_score": {"type": "number", "minimum": 0},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "status", "message", "line_no", "execution_time", "score"],
                "properties": {
                    "name": {"type": "string", "minLength": 1, "pattern": "^[^\n\r]*$"},
                    "status": {"enum": ["pass", "fail", "error"]},
                    "message": {"type": ["string", "null"]},
                    "test_code": {"type": "string"},
                    "filename": {"type": "string"},
                    "line_no": {"type": "integer", "minimum": 0},
                    "execution_time": {"type": "string", "pattern": r"^\d+\.\d+s$"},
                    "score": {"type": "number", "minimum": 0},
                },
            },
        },
    },
}

MIXED = report(
    check(0),
    check(1, Status.FAILED, text=EVIL),
    check(2, Status.ERROR),
    check(3, Status.TIMEOUT),
    check(4, Status.SKIPPED),
    check(5, Status.FAILED, "hidden", 2.5, EVIL),
)


def test_the_reporter_counts_the_points() -> None:
    jsonschema.validate(autograding.legacy([MIXED]), RUNNERS_FORM)
    told = Reporter(autograding.encoded([MIXED]))
    assert (told.points, told.most, told.failed) == (2.0, 12.5, True)
    assert [test["status"] for test in told.tests] == ["pass", *5 * ["fail"]]
    right = Reporter(autograding.encoded([report(check(0), check(1, points=0.5))]))
    assert (right.points, right.most, right.failed) == (2.5, 2.5, False)


def test_a_failure_has_its_name_its_line_and_its_message_in_the_log() -> None:
    lines = Reporter(autograding.encoded([MIXED])).lines
    assert "✅ f: Title 0" in lines
    assert "❌ f: Title 2 - line 7" in lines
    assert "Error: Message 2" in lines


def test_the_verdict_may_be_that_of_a_limit() -> None:
    assert not Reporter(autograding.encoded([MIXED], passed=True)).failed
    assert Reporter(autograding.encoded([report(check(0))], passed=False)).failed


def test_no_text_of_a_student_is_a_command_to_the_runner() -> None:
    for line in Reporter(autograding.encoded([MIXED])).lines:
        assert not line.lstrip().startswith("::")
        assert "##[" not in line
        assert line.isprintable()


def test_hidden_checks_show_their_title_and_points_and_nothing_else() -> None:
    """Even if the report is the staff's: what is written here, students read."""
    for made in (
        autograding.legacy([MIXED]),
        autograding.classroom50([MIXED], ENVIRONMENT, NOW),
    ):
        text = json.dumps(made)
        assert "secret" not in text
        assert "Title 5" in text
        assert "Message 5" not in text


def test_a_test_says_which_homework_it_is_of_if_there_are_several() -> None:
    both = [report(check(0)), report(check(0), assignment="hw1")]
    assert [test["name"] for test in autograding.legacy(both)["tests"]] == [
        "hw0 f: Title 0",
        "hw1 f: Title 0",
    ]
    assert Reporter(autograding.encoded(both)).most == 4.0


def test_nothing_graded_is_no_failure() -> None:
    told = Reporter(autograding.encoded([]))
    assert (told.points, told.most, told.failed) == (0, 0, False)


def test_a_large_result_fits_into_a_variable() -> None:
    def many(count: int) -> Report:
        checks = [
            check(number, Status.FAILED, text="é" * 500, question=f"q{number % 20}")
            for number in range(count)
        ]
        return report(check(), *checks)

    few, several, most = (autograding.legacy([many(count)])["tests"] for count in (50, 300, 1000))
    assert len(few) == 51 and len(few[1]["message"]) == 400
    assert len(several) == 301 and len(several[1]["message"] or "") <= 120
    assert len(most) == 21 and not most[1]["message"]
    for count in (50, 300, 1000):
        told = Reporter(autograding.encoded([many(count)]))
        assert (told.points, told.most) == (2.0, 2.0 * (count + 1))


CLASSROOM50_FORM: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        *("schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit"),
        *("release", "review", "datetime", "score", "max-score", "tests"),
    ],
    "properties": {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": {"type": "string", "minLength": 1},
        "assignment": {"type": "string", "minLength": 1},
        "assignment_type": {"enum": ["individual", "group", "team"]},
        "owner": {"type": "string", "minLength": 1},
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": {"type": "string", "minLength": 1},
        "release": {"type": "string", "minLength": 1},
        "review": {"type": "string", "minLength": 1},
        "datetime": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "graded_at": {"type": "string"},
        "submitted_by": {"type": "object"},
        "score": {"type": "integer", "minimum": 0},
        "max-score": {"type": "integer", "minimum": 0},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "properties": {
                    "test-name": {"type": "string", "minLength": 1},
                    "passed": {"type": "boolean"},
                    "score": {"type": "integer", "minimum": 0},
                    "max-score": {"type": "integer", "minimum": 0},
                },
            },
        },
    },
}


def read_by_classroom50(text: str, environment: dict[str, str]) -> dict[str, Any]:
    """Take a `result.json` in as the runner and the collection of scores do."""
    result: dict[str, Any] = json.loads(text)
    result["owner"] = environment["OWNER"]
    result["assignment_type"] = environment["ASSIGNMENT_TYPE"]
    jsonschema.validate(result, CLASSROOM50_FORM)
    assert result["classroom"] == environment["CLASSROOM"]
    assert result["assignment"] == environment["ASSIGNMENT"]
    # To the schema 2.0 is a whole number; to the runner it is not.
    for part in (result, *result["tests"]):
        assert type(part["score"]) is type(part["max-score"]) is int
        assert part["score"] <= part["max-score"]
    return result


def test_classroom_50_takes_the_result() -> None:
    whole = report(*(replace(it, points=it.points, max_points=2.0) for it in MIXED.checks))
    made = json.dumps(autograding.classroom50([whole], ENVIRONMENT, NOW))
    result = read_by_classroom50(made, ENVIRONMENT)
    assert (result["score"], result["max-score"]) == (2, 12)
    assert result["tests"][0] == {
        "test-name": "f: Title 0",
        "passed": True,
        "score": 2,
        "max-score": 2,
    }
    assert result["tests"][2]["message"] == "Message 2"
    assert "\n" not in result["tests"][1]["message"]
    assert (result["owner"], result["assignment_type"]) == ("alice", "group")
    assert result["review"] == ENVIRONMENT["REVIEW_URL"]
    assert result["datetime"] == "2026-06-01T14:32:01Z"


def test_the_time_is_told_in_utc() -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=9)))
    made = autograding.classroom50([MIXED], ENVIRONMENT, elsewhere)
    assert made["datetime"] == "2026-06-01T14:32:01Z"


@pytest.mark.parametrize(
    ("points", "parts"),
    [((2.0, 3.0), 1), ((2.5, 3.0), 2), ((1 / 3, 2 / 3), 3), ((0.1, 0.25), 20), ((0.07,), 100)],
)
def test_points_become_whole_numbers_and_the_share_stays(
    points: tuple[float, ...], parts: int
) -> None:
    wrong = check(9, Status.FAILED, points=points[0])
    made = report(*(check(number, points=value) for number, value in enumerate(points)), wrong)
    text = json.dumps(autograding.classroom50([made], ENVIRONMENT, NOW))
    result = read_by_classroom50(text, ENVIRONMENT)
    assert result["max-score"] == round(parts * (sum(points) + points[0]))
    assert result["score"] / result["max-score"] == pytest.approx(made.score / made.max_score)


def test_what_the_runner_knows_itself_may_be_left_out() -> None:
    few = {name: ENVIRONMENT[name] for name in autograding.CLASSROOM50_NEEDS}
    made = autograding.classroom50([MIXED], few, NOW)
    assert (made["assignment_type"], made["review"]) == ("individual", few["COMMIT_URL"])
    read_by_classroom50(json.dumps(made), ENVIRONMENT)


def test_without_the_names_of_the_submission_there_is_no_result() -> None:
    lacking = {**ENVIRONMENT, "CLASSROOM": " ", "COMMIT_URL": ""}
    assert autograding.missing_for_classroom50(lacking) == ("CLASSROOM", "COMMIT_URL")
    assert autograding.missing_for_classroom50(ENVIRONMENT) == ()
    with pytest.raises(ValueError, match="lacks CLASSROOM, COMMIT_URL"):
        autograding.classroom50([MIXED], lacking, NOW)
