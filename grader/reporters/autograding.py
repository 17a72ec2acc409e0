"""The two JSON forms in which classrooms on GitHub take results.

`legacy` is what the test runners of GitHub Classroom hand to its autograding reporter, base64 of
it in an environment variable. `classroom50` is the `result.json` of Classroom 50. Both end where
students read them (a log, a release of their repository), so both show what a student may see,
whoever made the report. The legacy reporter prints names and messages as lines of a log in which
lines can be commands to the runner: every text here is one line.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from grader.model import CheckResult, Report
from grader.text import printable

LEGACY_VERSION = 1
CLASSROOM50_SCHEMA = "classroom50/result/v1"
# What the runner of Classroom 50 puts into the environment of an autograder.
CLASSROOM50_NEEDS = ("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL")

# Linux refuses a variable of more than 128 KiB, name included, and base64 makes four of three.
_MOST_BYTES = 90_000
_LONGEST_NAME = 160
_LONGEST_MESSAGES = (400, 120, 0)  # tried in this order, until the whole fits
_MOST_PARTS = 100


def legacy(reports: Sequence[Report], passed: bool | None = None) -> dict[str, Any]:
    """What the autograding reporter reads; `passed` is the verdict, if it is another than «all»."""
    shown = [report.for_student() for report in reports]
    every = all(report.passed for report in shown) if passed is None else passed
    result = {
        "version": LEGACY_VERSION,
        "status": "pass" if every else "fail",
        "max_score": _total(report.max_score for report in shown),
    }
    for longest in _LONGEST_MESSAGES:
        tests = [_legacy_test(name, check, longest) for name, check in _named(shown)]
        if len(_compact(result | {"tests": tests})) <= _MOST_BYTES:
            return result | {"tests": tests}
    return result | {"tests": [*_legacy_questions(shown)]}


def encoded(reports: Sequence[Report], passed: bool | None = None) -> str:
    """`legacy` as the value of the output `result`: base64, one line."""
    return base64.b64encode(_compact(legacy(reports, passed))).decode()


def missing_for_classroom50(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The variables without which there can be no `result.json`."""
    return tuple(name for name in CLASSROOM50_NEEDS if not environment.get(name, "").strip())


def classroom50(
    reports: Sequence[Report], environment: Mapping[str, str], now: datetime
) -> dict[str, Any]:
    """The `result.json` of Classroom 50, for the submission that the environment names.

    Points are whole numbers there. Where ours are not, all of them are multiplied by the smallest
    number that makes them so, and the share that was earned stays exactly what it was.
    """
    missing = missing_for_classroom50(environment)
    if missing:
        raise ValueError(f"the environment lacks {', '.join(missing)}")
    shown = [report.for_student() for report in reports]
    parts = _parts(shown)
    tests = [_classroom50_test(name, check, parts) for name, check in _named(shown)]
    owner = environment.get("OWNER") or environment.get("USERNAME") or ""
    return {
        "schema": CLASSROOM50_SCHEMA,
        "classroom": environment["CLASSROOM"],
        "assignment": environment["ASSIGNMENT"],
        # The runner knows these three itself and writes over what it finds here.
        "assignment_type": environment.get("ASSIGNMENT_TYPE") or "individual",
        "owner": owner,
        "datetime": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "submission": environment["SUBMISSION_TAG"],
        "commit": environment["COMMIT_URL"],
        "release": environment["RELEASE_URL"],
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def _named(reports: Sequence[Report]) -> Iterator[tuple[str, CheckResult]]:
    """Each check with its name, in which the homework stands where there are several."""
    for report in reports:
        before = f"{report.assignment} " if len(reports) > 1 else ""
        for check in report.checks:
            yield _line(f"{before}{check.question}: {check.title}", _LONGEST_NAME), check


def _legacy_test(name: str, check: CheckResult, longest: int) -> dict[str, Any]:
    # «error» is for tests that could not be run, and the reporter then prints no name. What a
    # student's code did, crash or hang, is a failure.
    last = check.trace[-1] if check.trace else None
    return {
        "name": name,
        "status": "pass" if check.passed else "fail",
        "message": _line(check.message, longest) if check.message and longest else None,
        "filename": _line(last.file, _LONGEST_NAME) if last else "",
        "line_no": last.line if last and not last.cell else 0,  # 0 is «none» to the reporter
        "execution_time": f"{check.seconds:.3f}s",
        "score": check.points,
    }


def _legacy_questions(reports: Sequence[Report]) -> Iterator[dict[str, Any]]:
    """For more checks than fit: a test for each question, without words."""
    for report in reports:
        before = f"{report.assignment} " if len(reports) > 1 else ""
        for question in report.questions:
            yield {
                "name": _line(f"{before}{question.name}", _LONGEST_NAME),
                "status": "pass" if question.passed else "fail",
                "message": None,
                "filename": "",
                "line_no": 0,
                "execution_time": f"{sum(check.seconds for check in question.checks):.3f}s",
                "score": question.points,
            }


def _classroom50_test(name: str, check: CheckResult, parts: int) -> dict[str, Any]:
    most = round(check.max_points * parts)
    test: dict[str, Any] = {
        "test-name": name,
        "passed": check.passed,
        "score": most if check.passed else min(most, int(check.points * parts + 1e-6)),
        "max-score": most,
    }
    if check.message:
        test["message"] = _line(check.message, _LONGEST_MESSAGES[0])
    return test


def _parts(reports: Sequence[Report]) -> int:
    """Into how many parts a point must be divided, so that every number of points is whole."""
    points = {
        value
        for report in reports
        for check in report.checks
        for value in (check.points, check.max_points)
    }
    for parts in range(1, _MOST_PARTS):
        if all(abs(value * parts - round(value * parts)) < 1e-6 for value in points):
            return parts
    return _MOST_PARTS


def _line(text: str, longest: int) -> str:
    """Foreign text on one line, with nothing in it but what can be read."""
    line = " ".join(printable(text[: 8 * longest]).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def _compact(result: Mapping[str, Any]) -> bytes:
    return json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()


def _total(points: Iterator[float]) -> float:
    return round(sum(points), 6)
