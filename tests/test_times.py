"""When things were submitted: as people and platforms write it, and from a table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grader.batch.handin import Handin
from grader.batch.roster import read_roster
from grader.batch.times import read_times, set_times
from grader.batch.when import parse_time
from grader.errors import UsageError

ZONE = timezone(timedelta(hours=2))
HERE = datetime(2023, 10, 4, 23, 55, tzinfo=ZONE)


@pytest.mark.parametrize(
    "text",
    [
        "2023-10-04T23:55",
        "2023-10-04 23:55:00",
        " 2023-10-04  23:55:00.000000000 ",
        "2023-10-04T23:55:00+02:00",
        "2023-10-04T23:55:00+0200",
        "2023-10-04 23:55:00 +0200",
        "2023-10-04 21:55:00 UTC",
        "2023-10-04T21:55:00Z",
        "2023-10-04 21:55:00.000000000 Z",
        "2023-10-04 14:55:00.000000000 -07:00",
        "20231004T215500Z",
        "2023/10/04 23:55",
        "2023-10-04 11:55 PM",
        "Wednesday, 4 October 2023, 11:55 PM",
        "wednesday, 4 october 2023, 23:55",
        "4 October 2023, 11:55 PM",
        "Wed, 4 Oct 2023 23:55:00",
        "Wed, 4 Oct 2023 21:55:00 GMT",
        "Oct 4, 2023 at 11:55pm",
        "October 4, 2023 11:55 p.m.",
    ],
)
def test_a_time_is_read_however_it_is_written(text: str) -> None:
    assert parse_time(text, ZONE) == HERE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023-10-04 12:05 AM", (0, 5, 0, 0)),
        ("2023-10-04 12:05 PM", (12, 5, 0, 0)),
        ("2023-10-04 1:05 am", (1, 5, 0, 0)),
        ("2023-10-04T01:02:03.987654321", (1, 2, 3, 987654)),
        ("2023-10-04T01:02:03,5", (1, 2, 3, 500000)),
    ],
)
def test_halves_of_days_and_parts_of_seconds(
    text: str, expected: tuple[int, int, int, int]
) -> None:
    hour, minute, second, micro = expected
    assert parse_time(text, UTC) == datetime(2023, 10, 4, hour, minute, second, micro, UTC)


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "never", "2023-10-04", "23:55", "Oct 4 at 11:55pm", "10/04/2023 23:55"),
        *("2023-02-31 10:00", "2023-10-04 25:00", "2023-10-04 13:00 PM", "2023-10-04 0:30 AM"),
        *("4 Oktober 2023, 23:55", "4 Ma 2023, 23:55", "2023-10-04 23:55 PDT"),
        *("2023-10-04 23:55 +99:00", "0001-01-01 00:00", "９" * 4 + "-10-04 23:55"),
    ],
)
def test_what_tells_no_time_is_none(text: str) -> None:
    assert parse_time(text, ZONE) is None


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "times.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("student", ["student", "ID", "Email address", "username", "SID", "Name"])
@pytest.mark.parametrize("time", ["submitted", "Submitted At", "time", "Timestamp", "date"])
def test_headings_of_a_table_of_times(tmp_path: Path, student: str, time: str) -> None:
    path = written(tmp_path, f"{student};x;{time}\nalice;;2023-10-04 23:55\nbob;;\ncarol;;-\n")
    assert read_times(path, ZONE) == {"alice": HERE}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("who,time\nalice,2023-10-04 23:55\n", "line 1: a column is missing; call it student"),
        ("id,colour\nalice,red\n", "line 1: a column is missing; call it submitted"),
        ("id,time\nalice,10/04/2023\n", "line 2: '10/04/2023' is no time that can be read; write"),
        ("id,time\n,2023-10-04 23:55\n", "line 2: this line names no student"),
        ("id,time\na,2023-10-04 23:55\na,2023-10-04 23:55\n", "line 3: a is also in line 2"),
    ],
)
def test_a_table_that_can_not_be_used_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_times(written(tmp_path, text), ZONE)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_times_are_those_of_the_last_attempt_and_count_more_than_the_platforms() -> None:
    early = HERE - timedelta(days=9)
    handins = [
        Handin("1", "Jane Doe", "jane@x", attempt=1, submitted=early),
        Handin("1", "Jane Doe", "jane@x", attempt=2, submitted=early),
        Handin("2", "1", "joe@x"),
        Handin("3", "Al", "al@x", submitted=early),
    ]
    done, remarks = set_times(handins, {"1": HERE, "JOE@x": HERE, "nobody": HERE})
    assert [handin.submitted for handin in done] == [early, HERE, HERE, early]
    assert remarks == ("'nobody' has a time, but nothing that was handed in is theirs.",)


def test_a_roster_knows_whose_time_it_is(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("id,login,name\n1,jdoe,Jane Doe\n2,al,Al Bo\n")
    handins = [Handin("1")]
    done, remarks = set_times(handins, {"jdoe": HERE, "Al Bo": HERE}, read_roster(path))
    assert done[0].submitted == HERE
    assert len(remarks) == 1
