"""The report as data: through JSON and back, sums that read well, and nothing that changes."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import (
    KINDS,
    NOTE_FOR_STAFF,
    SCHEMA,
    CheckResult,
    Counterexample,
    Diagnosis,
    Formula,
    Frame,
    Isolation,
    Report,
    Source,
    Status,
)

TEXT = st.text(max_size=20)
NUMBER = st.floats(0, 100, allow_nan=False)


def tuples(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


SPANS = st.tuples(st.integers(0, 99), st.integers(0, 99))
SOURCES = st.builds(Source, TEXT, st.integers(1, 10**6), TEXT, TEXT)
CHECKS = st.builds(
    CheckResult,
    id=TEXT,
    question=st.sampled_from(["add", "softmax_loss", "logistic.loss"]),
    title=TEXT,
    kind=st.sampled_from(KINDS),
    visibility=st.sampled_from(["visible", "hidden"]),
    status=st.sampled_from(Status),
    points=NUMBER,
    max_points=NUMBER,
    seconds=NUMBER,
    message=TEXT,
    diagnosis=tuples(st.builds(Diagnosis, TEXT, TEXT, TEXT)),
    counterexample=st.none()
    | st.builds(Counterexample, TEXT, TEXT, TEXT, TEXT, tuples(SPANS), tuples(SPANS)),
    trace=tuples(st.builds(Frame, TEXT, st.integers(0, 10**6), TEXT, TEXT)),
    output=TEXT,
)
REPORTS = st.builds(
    Report,
    assignment=TEXT,
    submission=TEXT,
    seed=st.integers(0, 2**64),
    isolation=st.builds(
        Isolation, st.sampled_from(["strict", "limited", "none"]), tuples(TEXT), tuples(TEXT)
    ),
    checks=st.lists(CHECKS, max_size=5).map(tuple),
    title=TEXT,
    notes=tuples(TEXT),
    formulas=tuples(st.builds(Formula, TEXT, tuples(TEXT))),
    sources=tuples(SOURCES),
    broken=tuples(TEXT),
)


def result(
    id: str, points: float, max_points: float | None = None, status: Status | None = None
) -> CheckResult:
    return CheckResult(
        id=id,
        question=id.rpartition(".")[0],
        title=id,
        kind="value",
        visibility="visible",
        status=status or (Status.PASSED if points else Status.FAILED),
        points=points,
        max_points=points if max_points is None else max_points,
    )


def report(*checks: CheckResult) -> Report:
    return Report("hw0", "alice.py", 0, Isolation("strict"), checks)


@given(REPORTS)
def test_a_report_survives_json(original: Report) -> None:
    text = json.dumps(original.to_dict())
    again = Report.from_dict(json.loads(text))
    assert again == original
    assert hash(again) == hash(original)  # lists did not take the place of tuples
    assert json.dumps(again.to_dict()) == text


@given(REPORTS)
def test_every_field_of_a_report_is_in_its_dict(original: Report) -> None:
    data = original.to_dict()
    assert data["schema"] == SCHEMA
    assert data["score"] == original.score
    assert data["max_score"] == original.max_score
    assert {field.name for field in dataclasses.fields(Report)} <= set(data)
    for check in data["checks"]:
        assert set(check) == {field.name for field in dataclasses.fields(CheckResult)}


@pytest.mark.parametrize("schema", [SCHEMA + 1, 0, None, str(SCHEMA)])
def test_a_report_of_another_schema_is_refused(schema: object) -> None:
    data = report(result("add.small", 1)).to_dict()
    data["schema"] = schema
    with pytest.raises(ValueError, match="schema"):
        Report.from_dict(data)


def test_a_status_that_does_not_exist_is_refused() -> None:
    data = report(result("add.small", 1)).to_dict()
    data["checks"][0]["status"] = "perfect"
    with pytest.raises(ValueError, match="perfect"):
        Report.from_dict(data)


@pytest.mark.parametrize(
    ("points", "total"),
    [([0.1] * 3, 0.3), ([1 / 3] * 3, 1.0), ([0.7, 0.1, 0.2], 1.0), ([2.5] * 4, 10.0), ([], 0.0)],
)
def test_points_add_up_without_dust(points: list[float], total: float) -> None:
    graded = report(*(result(f"add.{index}", value) for index, value in enumerate(points)))
    assert graded.score == graded.max_score == total
    assert sum(question.points for question in graded.questions) == total


def test_the_percentage_is_of_what_the_run_could_give() -> None:
    graded = report(result("add.a", 3), result("add.b", 0, max_points=9))
    assert (graded.score, graded.max_score, graded.percent) == (3.0, 12.0, 25.0)
    assert report().percent == 0.0


def test_questions_come_in_the_order_of_the_checks_and_keep_theirs() -> None:
    checks = [
        result("b.one", 2),
        result("a.one", 0, max_points=3),
        result("b.two", 1),
        result("logistic.loss.one", 4),
        result("a.two", 0, max_points=1, status=Status.TIMEOUT),
    ]
    questions = report(*checks).questions
    assert [question.name for question in questions] == ["b", "a", "logistic.loss"]
    assert [[check.id for check in question.checks] for question in questions] == [
        ["b.one", "b.two"],
        ["a.one", "a.two"],
        ["logistic.loss.one"],
    ]
    assert [question.points for question in questions] == [3.0, 0.0, 4.0]
    assert [question.max_points for question in questions] == [3.0, 4.0, 4.0]
    assert [question.passed for question in questions] == [True, False, True]


def test_the_first_failure_is_the_earliest_check_that_did_not_pass() -> None:
    passed = result("a.one", 1)
    late = result("a.two", 0, max_points=1, status=Status.TIMEOUT)
    failed = result("a.three", 0, max_points=1)
    (question,) = report(passed, late, failed).questions
    assert question.first_failure is late
    (question,) = report(passed).questions
    assert question.first_failure is None


@pytest.mark.parametrize("status", Status)
def test_only_a_passed_check_has_passed(status: Status) -> None:
    check = result("a.one", 1, status=status)
    assert check.passed == (status is Status.PASSED)
    assert report(result("b.one", 1), check).passed == check.passed


@pytest.mark.parametrize(
    "item",
    [
        report(),
        result("a.one", 1),
        Isolation("none"),
        Diagnosis("a", "b", "c"),
        Counterexample("a", "b", "c"),
        Frame("a", 1, "b", "c"),
    ],
    ids=lambda item: type(item).__name__,
)
def test_a_verdict_cannot_be_changed_afterwards(item: Any) -> None:
    for field in dataclasses.fields(item):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(item, field.name, None)


@given(REPORTS)
def test_what_a_student_sees_has_the_same_points_and_no_hidden_detail(original: Report) -> None:
    shown = original.for_student()
    assert shown.seed is None
    assert "/" not in shown.submission
    assert NOTE_FOR_STAFF not in shown.notes
    assert (shown.score, shown.max_score) == (original.score, original.max_score)
    assert [check.title for check in shown.checks] == [check.title for check in original.checks]
    for check, before in zip(shown.checks, original.checks, strict=True):
        if check.visibility == "visible":
            assert check == before
            continue
        assert not check.diagnosis
        assert check.counterexample is None
        assert (check.trace, check.exhibits, check.output, check.seconds) == ((), (), "", 0.0)
        assert check.passed == before.passed


def test_the_first_to_fix_is_one_at_which_something_happened() -> None:
    unwritten = result("add.a", 0, 1)
    wrong = dataclasses.replace(result("b.a", 0, 1), counterexample=Counterexample("", "", ""))
    assert report(unwritten, wrong).first_failure is wrong
    assert report(unwritten, result("c.a", 0, 1)).first_failure is unwritten
    assert report(result("c.a", 1)).first_failure is None
