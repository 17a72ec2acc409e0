"""What a late submission costs, and what `[late]` in an assignment may say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import course
from grader.course import read_outline
from grader.errors import AssignmentError
from grader.late import Lateness, LatePolicy

SUMMER = timezone(timedelta(hours=2))
DUE = datetime(2026, 10, 4, 23, 59, tzinfo=SUMMER)
POLICY = LatePolicy(due=DUE, percent_per_day=10, grace_minutes=15, cap_percent=50)
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("after", "days", "final"),
    [
        (-30 * DAY, 0, 80),
        (timedelta(0), 0, 80),
        (timedelta(minutes=15), 0, 80),
        (timedelta(minutes=15, microseconds=1), 1, 72),
        (DAY - SECOND, 1, 72),
        (DAY, 1, 72),
        (DAY + SECOND, 2, 64),
        (5 * DAY, 5, 40),
        (6 * DAY, 6, 40),
        (1000 * DAY, 1000, 40),
    ],
)
def test_each_day_that_has_begun_takes_off_its_share(
    after: timedelta, days: int, final: float
) -> None:
    late = POLICY.apply(80, DUE + after)
    assert (late.days, late.final) == (days, final)
    assert late.percent == min(50, 10 * days)
    assert bool(late.note) == bool(days)


def test_the_note_says_how_late_and_how_much() -> None:
    assert POLICY.apply(80, DUE + DAY).note == "1 day late: 10 % taken off."
    assert POLICY.apply(80, DUE + 2 * DAY).note == "2 days late: 20 % taken off."


def test_without_grace_the_first_moment_counts_as_a_day() -> None:
    strict = LatePolicy(due=DUE, percent_per_day=100)
    assert strict.apply(70, DUE) == Lateness(70)
    assert strict.apply(70, DUE + timedelta(microseconds=1)).final == 0


def test_where_no_time_is_known_nothing_is_taken_off() -> None:
    assert POLICY.apply(80, None, marked_late=False) == Lateness(80)
    marked = POLICY.apply(80, None, marked_late=True)
    assert (marked.final, marked.days, marked.percent) == (80, 0, 0)
    assert marked.note.startswith("Marked as late, ")
    assert "no time is known" in marked.note


def test_a_known_time_counts_more_than_a_mark() -> None:
    assert POLICY.apply(80, DUE, marked_late=True) == Lateness(80)


@pytest.mark.parametrize(
    ("submitted", "days"),
    [
        (datetime(2026, 10, 4, 21, 59, tzinfo=UTC), 0),
        (datetime(2026, 10, 4, 22, 14, tzinfo=UTC), 0),
        (datetime(2026, 10, 4, 22, 15, tzinfo=UTC), 1),
        (datetime(2026, 10, 5, 7, 59, tzinfo=timezone(timedelta(hours=10))), 0),
        (datetime(2026, 10, 4, 23, 59), 0),  # of the zone in which it was due
        (datetime(2026, 10, 5, 0, 15), 1),
    ],
)
def test_zones_do_not_matter(submitted: datetime, days: int) -> None:
    assert POLICY.days_late(submitted) == days


def test_a_day_has_24_hours_whatever_clocks_do() -> None:
    """In Berlin the night to 25 October 2026 has one hour more."""
    berlin = ZoneInfo("Europe/Berlin")
    policy = LatePolicy(due=datetime(2026, 10, 24, 12, tzinfo=berlin), percent_per_day=10)
    assert policy.days_late(datetime(2026, 10, 25, 11, tzinfo=berlin)) == 1
    assert policy.days_late(datetime(2026, 10, 25, 11, 0, 1, tzinfo=berlin)) == 2
    spring = LatePolicy(due=datetime(2026, 3, 28, 12, tzinfo=berlin), percent_per_day=10)
    assert spring.days_late(datetime(2026, 3, 29, 13, tzinfo=berlin)) == 1
    assert spring.days_late(datetime(2026, 3, 29, 13, 0, 1, tzinfo=berlin)) == 2


def test_an_hour_that_comes_twice_is_told_apart() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    policy = LatePolicy(due=datetime(2026, 10, 25, 2, 30, tzinfo=berlin), percent_per_day=10)
    assert policy.days_late(datetime(2026, 10, 25, 2, 30, tzinfo=berlin)) == 0
    assert policy.days_late(datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=berlin)) == 1


percents = st.floats(0, 100)
policies = st.builds(
    LatePolicy,
    due=st.just(DUE),
    percent_per_day=percents,
    grace_minutes=st.floats(0, 600),
    cap_percent=percents,
)
scores = st.floats(0, 100)
delays = st.timedeltas(timedelta(days=-30), timedelta(days=400))


@given(policies, scores, delays)
def test_what_is_left_lies_between_the_cap_and_the_score(
    policy: LatePolicy, raw: float, after: timedelta
) -> None:
    late = policy.apply(raw, DUE + after)
    assert raw * (1 - policy.cap_percent / 100) - 1e-9 <= late.final <= raw
    assert 0 <= late.percent <= policy.cap_percent
    assert (late.days == 0) == (after <= timedelta(minutes=policy.grace_minutes))
    if not late.days:
        assert late.final == raw


@given(policies, scores, delays, delays)
def test_who_comes_later_never_gets_more(
    policy: LatePolicy, raw: float, one: timedelta, other: timedelta
) -> None:
    early, late = sorted([one, other])
    assert policy.apply(raw, DUE + early).final >= policy.apply(raw, DUE + late).final


@given(policies, scores, scores, delays)
def test_who_has_more_keeps_more(
    policy: LatePolicy, one: float, other: float, after: timedelta
) -> None:
    less, more = sorted([one, other])
    kept = [policy.apply(raw, DUE + after).final for raw in (less, more)]
    assert kept[0] <= kept[1] + 1e-9


OUTLINE = """
title = "T"
modules = ["m"]
libraries = []
preload = []
{late}
[[question]]
name = "f"
points = 100
reference = "r:f"
"""


@pytest.fixture
def outline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "assignments" / "hw"
    folder.mkdir(parents=True)
    monkeypatch.setattr(course, "course_folder", lambda: tmp_path)
    return folder / "assignment.toml"


def write(path: Path, *lines: str) -> None:
    path.write_text(OUTLINE.format(late="\n".join(lines)))


def test_an_assignment_need_not_be_due(outline: Path) -> None:
    write(outline)
    assert read_outline("hw").late is None


def test_a_policy_is_read_with_its_defaults(outline: Path) -> None:
    write(outline, "[late]", "due = 2026-10-04T23:59:00+02:00", "percent_per_day = 10")
    assert read_outline("hw").late == LatePolicy(DUE, 10.0, 0.0, 100.0)
    write(
        outline,
        *("[late]", "due = 2026-10-04T21:59:00Z", "percent_per_day = 12.5"),
        *("grace_minutes = 15", "cap_percent = 50"),
    )
    assert read_outline("hw").late == LatePolicy(DUE.astimezone(UTC), 12.5, 15.0, 50.0)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["due = 2026-10-04T23:59:00"], "with an offset, such as"),
        (["due = 2026-10-04"], "with an offset"),
        (["due = 'tomorrow'"], "with an offset"),
        (["due = 0001-01-01T00:00:00+14:00"], "with an offset"),
        (["percent_per_day = 10", "dew = 1"], "late: unknown key 'dew'; did you mean due?"),
        (["penalty = 1"], "late: unknown key 'penalty'; known are due, percent_per_day"),
        ([], "late: 'due' is missing"),
        (["due = 2026-10-04T23:59:00Z"], "late: 'percent_per_day' is missing"),
        (["percent_per_day = 101"], "'percent_per_day' is a number from 0 to 100, not 101"),
        (["percent_per_day = -1"], "from 0 to 100"),
        (["percent_per_day = nan"], "from 0 to 100"),
        (["percent_per_day = true"], "from 0 to 100"),
        (["percent_per_day = '10'"], "from 0 to 100"),
        (["percent_per_day = 1", "cap_percent = 200"], "'cap_percent' is a number from 0 to 100"),
        (["percent_per_day = 1", "grace_minutes = 20000"], "'grace_minutes' is a number from 0"),
    ],
)
def test_what_a_policy_can_not_mean_is_refused(outline: Path, lines: list[str], said: str) -> None:
    keys = [line.split(" ")[0] for line in lines]
    if "percent_per_day" in keys and "due" not in keys:
        lines = ["due = 2026-10-04T23:59:00Z", *lines]
    elif keys == ["due"] and "missing" not in said:
        lines = [*lines, "percent_per_day = 10"]
    write(outline, "[late]", *lines)
    with pytest.raises(AssignmentError) as caught:
        read_outline("hw")
    assert said in str(caught.value)
    assert "assignment.toml" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_policy_is_a_table(outline: Path) -> None:
    write(outline, "late = 10")
    with pytest.raises(AssignmentError, match=r"this is a table, \[late\]"):
        read_outline("hw")
