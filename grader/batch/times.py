"""When things were submitted, from a table: it counts more than what the platform says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from grader.batch.handin import Handin
from grader.batch.line import one_line
from grader.batch.roster import EMAILS, IDS, NAMES, Roster
from grader.batch.table import read_table
from grader.batch.when import parse_time

_TIMES = (
    *("submitted", "submitted at", "submission time", "submission date", "time", "timestamp"),
    *("date", "created at", "last modified submission", "last modified"),
)


def read_times(path: Path, zone: tzinfo) -> Mapping[str, datetime]:
    """The time of each student in a CSV file; `UsageError` with one line if it can't be used.

    `zone` is where a time is meant that names no zone itself. A student without a time is left out.
    """
    table = read_table(path)
    student = table.column("student", *IDS, *EMAILS, *NAMES)
    time = table.column(*_TIMES)
    if student is None or time is None:
        missing = "student, id or email" if student is None else "submitted, time or date"
        raise table.refuse(None, f"a column is missing; call it {missing}")
    times: dict[str, datetime] = {}
    lines: dict[str, int] = {}
    for row, cells in enumerate(table.rows):
        key, text = cells[student].strip(), cells[time].strip()
        if not text.strip("- "):
            continue
        if not key:
            raise table.refuse(row, "this line names no student; fill in who it is or remove it")
        if key in times:
            raise table.refuse(row, f"{one_line(key)} is also in line {lines[key]}; remove one")
        when = parse_time(text, zone)
        if when is None:
            raise table.refuse(
                row, f"{one_line(text)!r} is no time that can be read; write 2023-10-04 23:55"
            )
        times[key], lines[key] = when, table.lines[row]
    return times


def set_times(
    handins: Iterable[Handin], times: Mapping[str, datetime], roster: Roster | None = None
) -> tuple[tuple[Handin, ...], tuple[str, ...]]:
    """The hand-ins with these times, and a remark for each time that is nobody's.

    A time is looked up by the student's key, e-mail or name, or by whatever the roster knows. Of
    several attempts it is that of the last.
    """
    found = list(handins)
    last: dict[str, int] = {}
    for place, handin in enumerate(found):
        for key in (handin.name, handin.email, handin.student):
            if key:
                last[key.casefold()] = place
    for place, handin in enumerate(found):  # a key counts more than somebody else's name
        last[handin.student.casefold()] = place
    remarks = []
    for key, when in times.items():
        person = roster.find(key) if roster is not None else None
        place = last.get(person.key.casefold() if person else key.casefold(), -1)
        if place < 0:
            remarks.append(
                f"{one_line(key)!r} has a time, but nothing that was handed in is theirs."
            )
        else:
            found[place] = replace(found[place], submitted=when)
    return tuple(found), tuple(remarks)
