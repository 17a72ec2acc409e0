"""The grades as tables: for a spreadsheet, and as Canvas and Moodle import them.

Both platforms want the columns of their own export back. If the roster was one, its columns and
rows are used as they are and only the grade is filled in; otherwise the columns are those that the
platform names. Points are scaled to what the assignment is worth there.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from grader.batch.gradebook import Grade
from grader.batch.line import one_line
from grader.batch.roster import Roster
from grader.batch.table import plain
from grader.text import plural

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS_POSSIBLE = "Points Possible"
MOODLE = (
    *("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade"),
    *("Grade can be changed", "Last modified (submission)", "Last modified (grade)"),
    "Feedback comments",
)

_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d*)?")  # not the comma of a German number
ASSUMED_WORTH = 100.0  # where a platform's table does not say what the assignment is worth

Row = list[str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of the learning platform's, with the student of each row; "" has none.

    `tests` are the keys of those who only pretend to be students.
    """

    kind: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    students: Sequence[str]
    delimiter: str = ","
    tests: Sequence[str] = ()

    @classmethod
    def of(cls, roster: Roster) -> Sheet:
        """The table that the roster was read from."""
        students = [""] * len(roster.rows)
        for person in roster.people:
            students[person.row] = person.key
        tests = [person.key for person in roster.people if person.is_test]
        return cls(roster.kind, roster.columns, roster.rows, students, roster.delimiter, tests)

    def column(self, name: str) -> int | None:
        """Where a column of the platform's is, by the heading as `plain` has it.

        The roster was recognised in the same way.
        """
        headings = [plain(column) for column in self.columns]
        return headings.index(plain(name)) if plain(name) in headings else None

    def to_json(self) -> str:
        """As text, for the store."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Sheet:
        """The inverse of `to_json`."""
        return cls(**json.loads(text))


def grades_csv(grades: Iterable[Grade], questions: Sequence[str]) -> str:
    """One line for each student, with everything that a spreadsheet may want."""
    columns = [
        *("student", "name", "email", "status", "final", "raw", "max", "days_late"),
        *("submitted", "attempt", "attempts", *questions, "remark"),
    ]
    return _written(columns, (_grades_row(it, questions) for it in grades))


def canvas_column(names: Iterable[str], sheet: Sheet | None) -> tuple[str, str]:
    """What Canvas calls the assignment, and what is to be said about that.

    In its export a column is called `title (12345)`. Only one that has one of the names is taken:
    points in the column of another homework would be worse than a new column.
    """
    wanted = list(names)
    if sheet is None or sheet.kind != "canvas":
        return wanted[0], ""
    general = [plain(name) for name in CANVAS]
    own = [name for name in sheet.columns if plain(name) not in general]
    for name in wanted:
        fits = [it for it in own if _folded(name) in (_folded(it), _folded(_bare(it)))]
        if len(fits) == 1:
            return fits[0], f"canvas.csv fills the column {fits[0].strip()!r}."
    there = ", ".join(repr(name.strip()) for name in own[:20])
    return wanted[0], (
        f"Canvas's gradebook has no single column called {wanted[0]!r}, so canvas.csv would make a "
        f"new assignment of that name: name the column with --column. There are {there}."
    )


def _bare(column: str) -> str:
    column = column.strip()
    return column.rpartition(" (")[0] if column.endswith(")") else column


def _folded(column: str) -> str:
    return column.strip().casefold()


def doubts(sheet: Sheet | None, column: str) -> list[str]:
    """What is to be said where the platform's table does not tell what the assignment is worth."""
    if sheet is not None and sheet.kind == "canvas":
        return _canvas_doubts(sheet, column)
    if sheet is not None and sheet.kind == "moodle":
        return _moodle_doubts(sheet)
    return []


def _canvas_doubts(sheet: Sheet, column: str) -> list[str]:
    if column not in sheet.columns:
        return []  # a new one, which has been remarked upon
    points = _points_rows(sheet)
    text = _cell(points[0], sheet.columns.index(column)) if points else ""
    if _worth(text) is not None:
        return []
    there = f"{one_line(text.strip())!r} there" if text.strip() else "nothing there"
    return [
        f"The gradebook does not say what {one_line(column.strip())!r} is worth ({there}), so "
        f"canvas.csv has points out of {ASSUMED_WORTH:g}: if that is wrong, put the number into "
        f"its row {POINTS_POSSIBLE!r} and run the same command again."
    ]


def _moodle_doubts(sheet: Sheet) -> list[str]:
    place = sheet.column("Maximum grade")
    texts = [_cell(row, place) for row in sheet.rows]
    unread = [text.strip() for text in texts if _worth(text) is None]
    if not unread:
        return []
    if place is None:
        said = "The worksheet has no column 'Maximum grade'"
    else:
        said = (
            f"The maximum grade of {len(unread)} of {plural(len(texts), 'student')} in the "
            f"worksheet can't be read ({one_line(unread[0])!r})"
        )
    return [
        f"{said}, so moodle.csv has points out of {ASSUMED_WORTH:g} there: if that is wrong, "
        "export the worksheet again, or put the number in, and run the same command again."
    ]


def canvas_csv(grades: Iterable[Grade], column: str, sheet: Sheet | None = None) -> str:
    """A file for Canvas's gradebook; `column` is what it calls the assignment."""
    if sheet is not None and sheet.kind == "canvas":
        return _canvas_filled(grades, column, sheet)
    graded = list(grades)
    worth = graded[0].max_score if graded else 100.0
    rows = [[f"    {POINTS_POSSIBLE}", "", "", "", "", _number(worth)]]
    rows += [
        [_text(it.name or it.student), _text(it.student), "", "", "", _scaled(it, worth)]
        for it in graded
    ]
    return _written([*CANVAS, column], rows)


def moodle_csv(grades: Iterable[Grade], sheet: Sheet | None = None) -> str:
    """A grading worksheet for Moodle."""
    if sheet is not None and sheet.kind == "moodle":
        return _moodle_filled(grades, sheet)
    return _written(MOODLE, map(_moodle_row, grades))


def _grades_row(it: Grade, questions: Sequence[str]) -> Row:
    submitted = "" if it.submitted is None else it.submitted.isoformat()
    return [
        *(_text(it.student), _text(it.name), _text(it.email), it.state),
        *(_number(it.final), _number(it.raw), _number(it.max_score), str(it.days_late)),
        *(submitted, str(it.attempt or ""), str(it.attempts)),
        *(_number(it.points.get(name)) for name in questions),
        _text(it.remark),
    ]


def _canvas_filled(grades: Iterable[Grade], column: str, sheet: Sheet) -> str:
    graded = {it.student: it for it in grades}
    places = [sheet.column(name) for name in CANVAS]
    place = sheet.columns.index(column) if column in sheet.columns else None
    headings = [
        name if at is None else sheet.columns[at] for name, at in zip(CANVAS, places, strict=True)
    ]
    points = _points_rows(sheet)
    worth = (_worth(_cell(points[0], place)) if points else None) or ASSUMED_WORTH
    first = [f"    {POINTS_POSSIBLE}", "", "", "", "", _number(worth)]
    rows = [[_cell(row, place) for place in (*places, place)] for row in points] or [first]
    rows[0][-1] = _number(worth)
    for student, row in zip(sheet.students, sheet.rows, strict=True):
        name, *ids = (_cell(row, at) for at in places)
        if student in graded:
            rows.append([_text(name), *ids, _scaled(graded[student], worth)])
        elif student in sheet.tests:  # it is not in the class, and Canvas has it
            rows.append([_text(name), *ids, _cell(row, place)])
    return _written([*headings, column], rows, sheet.delimiter)


def _points_rows(sheet: Sheet) -> list[Sequence[str]]:
    """Where the gradebook says what each assignment is worth."""
    place = sheet.column("Student")
    return [row for row in sheet.rows if plain(_cell(row, place)) == plain(POINTS_POSSIBLE)]


def _moodle_filled(grades: Iterable[Grade], sheet: Sheet) -> str:
    graded = {it.student: it for it in grades}
    grade_at, most_at = sheet.column("Grade"), sheet.column("Maximum grade")
    comment_at, name_at = sheet.column("Feedback comments"), sheet.column("Full name")
    rows = []
    for student, row in zip(sheet.students, sheet.rows, strict=True):
        filled, grade = list(row), graded.get(student)
        if name_at is not None and name_at < len(filled):
            filled[name_at] = _text(filled[name_at])
        if grade is not None and grade.final is not None:
            worth = _worth(_cell(row, most_at)) or ASSUMED_WORTH
            for place, text in ((grade_at, _scaled(grade, worth)), (comment_at, grade.remark)):
                if place is not None and place < len(filled) and text:
                    filled[place] = text if place == grade_at else _text(text)
        rows.append(filled)
    return _written(sheet.columns, rows, sheet.delimiter)


def _moodle_row(it: Grade) -> Row:
    number = f"Participant {it.student}" if it.student.isdecimal() else _text(it.student)
    status = "No submission" if it.state == "missing" else "Submitted for grading"
    submitted = "-" if it.submitted is None else it.submitted.strftime("%Y-%m-%d %H:%M")
    return [
        *(number, _text(it.name), _text(it.email), status, _number(it.final)),
        *(_number(it.max_score), "Yes", submitted, "-", _text(it.remark)),
    ]


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""


def _worth(text: str) -> float | None:
    """What an assignment is worth, if that is a number to scale to."""
    number = text.strip()
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    try:
        worth = float(number.replace(",", "."))
    except ValueError:
        return None
    return worth if math.isfinite(worth) and worth > 0.0 else None


def _scaled(grade: Grade, worth: float) -> str:
    return "" if grade.final is None else _number(round(grade.final * worth / grade.max_score, 2))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _text(text: str) -> str:
    """Text that a spreadsheet takes for text: strangers chose it, and a formula could do harm."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _written(columns: Sequence[str], rows: Iterable[Row], delimiter: str = ",") -> str:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter)
    writer.writerow(columns)
    writer.writerows(rows)
    return file.getvalue()
