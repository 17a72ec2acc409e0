"""The report as Gradescope's results.json: points, visibility, and text that stays text."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from html.parser import HTMLParser

import pytest

from grader.model import (
    NOTE_FOR_STAFF,
    CheckResult,
    Counterexample,
    Diagnosis,
    Frame,
    Isolation,
    Picture,
    Report,
    Status,
    Table,
    Visibility,
)
from grader.reporters import gradescope
from grader.reporters.gradescope import SHOWN, Shown
from tests.gradescope import graded, not_graded

EVIL = "</pre><script>alert(1)</script> & \"q\" 'q' \x1b[31m ‮ **b** [a](b) ::error:: ##[x]"


def check(
    name: str,
    points: float = 5.0,
    *,
    passed: bool = False,
    visibility: Visibility = "visible",
    text: str = "text",
) -> CheckResult:
    return CheckResult(
        id=name,
        question=name.partition(".")[0],
        title=f"Title {text}",
        kind="value",
        visibility=visibility,
        status=Status.PASSED if passed else Status.FAILED,
        points=points if passed else 0.0,
        max_points=points,
        message="" if passed else f"Message {text}",
        diagnosis=() if passed else (Diagnosis("x", f"Diagnosis {text}", f"Hint {text}"),),
        counterexample=None
        if passed
        else Counterexample(text, "1 2 3", "1 5 3", f"f({text})", ((2, 3),), ((2, 3),)),
        trace=() if passed else (Frame("simple_ml.py", 3, "f", f"return {text}"),),
        exhibits=()
        if passed
        else (Table(text, ("a", "b"), (("1", text),)), Picture("P", "<svg/>", text)),
        output=f"Printed {text}",
        alarm=f"Alarm {text}",
    )


def report(*checks: CheckResult) -> Report:
    return Report(
        assignment="hw0",
        submission="/secret/place/alice",
        seed=123_456_789,
        isolation=Isolation("limited", ("resource limits",), ("namespaces",)),
        checks=checks,
        notes=(NOTE_FOR_STAFF,),
    )


def rendered(
    made: Report, *, points: float = 100.0, hidden: Shown = "visible", leaderboard: bool = False
) -> str:
    return gradescope.render(
        made, points=points, hidden=hidden, seconds=1.25, leaderboard=leaderboard
    )


class Markup(HTMLParser):
    """The elements and the text of a piece of HTML; every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.strong: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "strong" in self.open:
            self.strong.append(data)


WEIGHTS = (5.0, 2.5, 1 / 3, 7.0, 0.0, 12.25, 3.0)


@pytest.mark.parametrize("points", [100.0, 20.0, 12.5, 1.0, 7.77, 0.01, 9999.99])
def test_scaled_points_add_up_exactly_whatever_they_are_scaled_to(points: float) -> None:
    made = report(*(check(f"q{n}.c", w, passed=n % 3 > 0) for n, w in enumerate(WEIGHTS)))
    exact = json.loads(rendered(made, points=points), parse_float=Decimal)
    graded(rendered(made, points=points))
    assert sum(test["max_score"] for test in exact["tests"]) == Decimal(str(points))
    share = Decimal(made.percent) / 100 * Decimal(str(points))
    assert abs(exact["score"] - share) < Decimal("0.001")
    everything = report(
        *(replace(it, status=Status.PASSED, points=it.max_points) for it in made.checks)
    )
    assert graded(rendered(everything, points=points))["score"] == points


def test_whole_points_stay_whole() -> None:
    results = graded(
        rendered(report(check("q.a", 60.0, passed=True), check("q.b", 40.0)), points=20.0)
    )
    assert [(it["score"], it["max_score"]) for it in results["tests"]] == [(12.0, 12.0), (0.0, 8.0)]


def test_a_check_is_numbered_by_its_question() -> None:
    made = report(check("q.a"), check("q.b"), check("r.a"), check("s.a"), check("s.b"))
    results = graded(rendered(made))
    assert [it["number"] for it in results["tests"]] == ["1.1", "1.2", "2.1", "3.1", "3.2"]


def test_a_failed_check_shows_all_that_helps() -> None:
    results = graded(rendered(report(check("q.a", text="here"))))
    (test,) = results["tests"]
    assert (test["status"], test["name"]) == ("failed", "q: Title here")
    markup = Markup(test["output"])
    for part in ("Message here", "Diagnosis here. Hint here", "f(here) with", "1 2 3", "1 5 3"):
        assert part in markup.text
    assert "simple_ml.py, line 3, in f" in markup.text
    assert "return here" in markup.text
    assert "Printed here" in markup.text
    assert "Alarm" not in rendered(report(check("q.a")))
    assert [it for it in markup.strong if it.isdigit()] == ["2", "5"]


def test_a_passed_check_says_nothing() -> None:
    (test,) = graded(rendered(report(check("q.a", passed=True))))["tests"]
    assert (test["status"], test["output"]) == ("passed", "")


def test_hostile_text_stays_text() -> None:
    results = graded(
        rendered(report(check("q.a", text=EVIL), check("q.b", text=EVIL)), hidden="hidden")
    )
    for output in (results["output"], *(test["output"] for test in results["tests"])):
        markup = Markup(output)
        assert markup.tags <= {"p", "pre", "strong"}
        assert "</pre><script>alert(1)</script> & \"q\" 'q' ␛[31m \ufffd" in markup.text
    for test in results["tests"]:
        assert test["name_format"] == "text"
        assert "\x1b" not in test["name"]
        assert "‮" not in test["name"]


def test_no_output_is_so_long_that_the_platform_would_cut_it() -> None:
    long = "<&'\"" * 30_000
    made = check("q.a", text=long)
    made = replace(made, diagnosis=made.diagnosis * 10, trace=made.trace * 50)
    results = graded(rendered(report(made)))  # the schema has the limit
    assert Markup(results["tests"][0]["output"]).text.endswith("The rest is left out.")


HIDDEN = check("q.b", visibility="hidden", text="SECRET")
ON_TITLE = replace(HIDDEN, title="A hidden title")


@pytest.mark.parametrize("hidden", SHOWN)
def test_hidden_checks_are_shown_when_that_was_chosen(hidden: Shown) -> None:
    results = graded(rendered(report(check("q.a"), ON_TITLE), hidden=hidden))
    assert [test["visibility"] for test in results["tests"]] == ["visible", hidden]
    assert results["tests"][1]["tags"] == ["q", "hidden"]
    # Whoever sees the check some day sees its title and points; only what students never see may
    # say more, to the staff.
    assert ("SECRET" in results["tests"][1]["output"]) == (hidden == "hidden")
    assert "SECRET" not in results["output"]


@pytest.mark.parametrize("hidden", SHOWN)
def test_nothing_that_students_see_at_once_tells_how_hidden_checks_ended(hidden: Shown) -> None:
    """Two submissions that differ in a hidden check look the same until it is shown."""
    right = replace(ON_TITLE, status=Status.PASSED, points=5.0)
    pages = []
    for last in (ON_TITLE, right):
        made = rendered(report(check("q.a", passed=True), last), hidden=hidden, leaderboard=True)
        results = graded(made)
        seen = [test for test in results["tests"] if test["visibility"] == "visible"]
        pages.append((results["output"], results["leaderboard"], results["extra_data"], seen))
    assert (pages[0] == pages[1]) == (hidden != "visible")


def test_neither_the_seed_nor_a_path_is_told() -> None:
    for hidden in SHOWN:
        text = rendered(report(check("q.a"), HIDDEN), hidden=hidden)
        assert "123456789" not in text
        assert "/secret/place" not in text


def test_the_leaderboard_is_only_there_if_it_is_asked_for() -> None:
    made = report(check("q.a", 30.0, passed=True), check("q.b", 70.0))
    assert "leaderboard" not in graded(rendered(made))
    results = graded(rendered(made, leaderboard=True))
    assert results["leaderboard"] == [{"name": "Points", "value": 30.0, "order": "desc"}]


def test_the_first_thing_to_fix_is_one_that_is_shown() -> None:
    results = graded(rendered(report(HIDDEN, check("r.a", text="seen")), hidden="after_published"))
    assert "Fix this first: r, check 2.1." in Markup(results["output"]).text
    assert "0 of 1 check passed" in results["output"]


def test_the_staff_is_told_what_students_are_not() -> None:
    told = gradescope.for_staff(report(check("q.a"), HIDDEN))
    assert "isolation: limited (resource limits)" in told
    assert "not to be had here: namespaces" in told
    assert "ALARM in q.b: Alarm SECRET" in told
    assert "hidden check q.b: failed" in told
    assert "Message SECRET" in told
    assert "Message text" not in told  # what is in the tests already
    assert "\x1b" not in gradescope.for_staff(report(check("q.a", visibility="hidden", text=EVIL)))


def test_a_failure_of_the_grader_is_no_grade() -> None:
    assert not_graded(gradescope.not_graded("It broke.")).startswith("It broke. This is not")
