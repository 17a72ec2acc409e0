"""What an instructor is handed when a class is graded, all of it made from the store.

    index.html         the class at a glance, for the staff
    students/          a page for each student
    similarity.html    submissions that look alike, and similarity/ with the pairs side by side
    grades.csv         for a spreadsheet
    canvas.csv         for Canvas's gradebook
    moodle.csv         a grading worksheet for Moodle
    results.jsonl      everything, a line for each student

Students are taken one by one: however large the class, no more than one report is in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from grader import __version__
from grader.batch import files, sheets
from grader.batch.formats import FILES, FORMATS, Format
from grader.batch.gradebook import Grade, Rules, grades
from grader.batch.likeness import write_likeness
from grader.batch.names import file_name
from grader.batch.store import Store
from grader.course import Outline
from grader.model import Audience, Report
from grader.reporters import classroom, html
from grader.tally import Row, Tally
from grader.text import plural

PAGES = "students"


@dataclass(frozen=True, slots=True)
class Terms:
    """How the grades are made and for whom the pages are."""

    outline: Outline
    templates: Path
    rules: Rules
    audience: Audience
    sheet: sheets.Sheet | None = None  # the roster as the learning platform gave it
    column: str = ""  # what Canvas calls the assignment
    remarks: tuple[str, ...] = ()


class Outputs:
    """The files of one class."""

    def __init__(self, store: Store, folder: Path, terms: Terms) -> None:
        self._store = store
        self._folder = folder
        self._terms = terms
        # Pages are made again when they would look another way.
        self._looks = _digest_of(terms.templates)
        self.ungraded = ""  # a sentence about those without a grade, once it is known
        self._tests = frozenset(terms.sheet.tests if terms.sheet is not None else ())

    def write(self, formats: Iterable[Format]) -> list[Path]:
        """Write what is asked for; returns the files, of the pages only their folder."""
        chosen = set(formats)
        for half in (*self._folder.glob(".*.new"), *(self._folder / PAGES).glob(".*.new")):
            half.unlink(missing_ok=True)  # of a command that was killed
        tally, book = Tally(), list[Grade]()
        with self._lines("jsonl" in chosen) as lines:
            for grade, report in self._grades():
                # Only numbers and short words stay: the sum of them is small for any class.
                book.append(grade)
                lines(grade, report)
                if report is not None and grade.student not in self._tests:
                    tally.add(
                        *(grade.student, report),
                        score=grade.percent,
                        seconds=grade.seconds,
                        refused=bool(grade.trouble),
                    )
                if report is not None and "pages" in chosen:
                    self._write_page(grade, report)
        if left := sum(grade.state == "not graded" for grade in book):
            self.ungraded = (
                f"{left} of {plural(len(book), 'student')} have no grade in the tables: they were "
                "not graded, or with something else than the class is graded with now."
            )
        if "similarity" in chosen:
            write_likeness(self._store, self._folder, self._terms.outline, book)
        for format in ("grades", "canvas", "moodle"):
            if format in chosen:
                files.write(self._file(format), self._sheet(format, book))
        if "pages" in chosen:
            self._remove_old_pages({grade.student for grade in book if grade.digest})
        if "class" in chosen:
            summary = self._summary(tally, book)
            page = classroom.render(summary, self._terms.templates)
            files.write(self._file("class"), page)
        return self._made(chosen)

    def texts(self, format: Format) -> Iterator[str]:
        """One of the tables, or line after line."""
        if format == "jsonl":
            for grade, report in self._grades():
                yield _line(grade, report)
        else:
            yield self._sheet(format, [grade for grade, _ in self._grades()])

    def _grades(self) -> Iterator[tuple[Grade, Report | None]]:
        return grades(self._store, self._terms.rules)

    def _sheet(self, format: Format, book: Sequence[Grade]) -> str:
        terms = self._terms
        if format == "canvas":
            return sheets.canvas_csv(book, terms.column, terms.sheet)
        if format == "moodle":
            return sheets.moodle_csv(book, terms.sheet)
        return sheets.grades_csv(book, list(terms.outline.questions))

    # --- pages ---------------------------------------------------------------------------------

    def _page(self, student: str) -> Path:
        return self._folder / PAGES / f"{file_name(student)}.html"

    def _write_page(self, grade: Grade, report: Report) -> None:
        """The page of a student, unless the one that is there shows just this."""
        path, audience = self._page(grade.student), self._terms.audience
        digest = f"{self._looks} {audience} {grade.digest} {grade.final} {grade.late} {grade.name}"
        if self._store.page_of(grade.student) == digest and path.is_file():
            return
        shown = report.for_student() if audience == "student" else report
        final = _final(grade)
        # A deduction is told beside the score.
        notes = (*shown.notes, grade.late) if grade.late and final is None else shown.notes
        page = html.render(
            replace(shown, submission=grade.shown_name, notes=notes),
            self._terms.templates,
            final=final,
        )
        files.write(path, page)
        self._store.note_page(grade.student, digest)

    def _remove_old_pages(self, students: set[str]) -> None:
        """The pages of those who are not in the class any more."""
        for student in self._store.forget_pages(students):
            self._page(student).unlink(missing_ok=True)

    # --- the class -----------------------------------------------------------------------------

    def _summary(self, tally: Tally, book: Sequence[Grade]) -> classroom.Summary:
        return classroom.Summary(
            assignment=self._terms.outline.name,
            title=self._terms.outline.title,
            questions=tuple(self._terms.outline.questions),
            tally=tally,
            rows=tuple(map(self._row, book)),
            problems=tuple(
                (grade.student, grade.trouble)
                for grade in book
                if grade.trouble and grade.state != "missing"
            ),
            remarks=self._terms.remarks,
            files=tuple(
                FILES[format]
                for format in FILES
                if format != "class" and self._file(format).is_file()
            ),
        )

    def _row(self, grade: Grade) -> Row:
        page = self._page(grade.student)
        return Row(
            student=grade.student,
            name=grade.name,
            # As a link in a page: whatever the name is, it must not be taken for anything else.
            page=f"{PAGES}/{quote(page.name)}" if grade.digest and page.is_file() else "",
            state=grade.state,
            raw=grade.raw,
            final=grade.final,
            days_late=grade.days_late,
            attempts=grade.attempts,
            points=tuple(grade.points.get(name) for name in self._terms.outline.questions),
            remark=grade.remark,
        )

    @contextlib.contextmanager
    def _lines(self, wanted: bool) -> Iterator[Callable[[Grade, Report | None], None]]:
        """Takes everybody's line for `results.jsonl`."""
        if not wanted:
            yield lambda grade, report: None
            return
        with files.growing(self._file("jsonl")) as file:

            def add(grade: Grade, report: Report | None) -> None:
                file.write(_line(grade, report))

            yield add

    def _made(self, chosen: set[Format]) -> list[Path]:
        made = [self._file(format) for format in FORMATS if format in chosen and format in FILES]
        return [*made, self._folder / PAGES] if "pages" in chosen else made

    def _file(self, format: Format) -> Path:
        return self._folder / FILES[format][0]


def _digest_of(templates: Path) -> str:
    hashed = hashlib.blake2b(__version__.encode(), digest_size=8)
    for path in sorted(templates.iterdir()):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


def _final(grade: Grade) -> html.Final | None:
    """What the student's page says of lateness."""
    if not grade.days_late or grade.raw is None or grade.final is None:
        return None
    late = plural(grade.days_late, "day")
    how = f"{grade.raw:g} reached, {grade.percent_off:g} % off for being {late} late"
    return html.Final(grade.final, how)


def _line(grade: Grade, report: Report | None) -> str:
    """Everything about a student's grade, as JSON on a line of its own."""
    plain: dict[str, Any] = {
        "student": grade.student,
        "name": grade.name,
        "email": grade.email,
        "status": grade.state,
        "final": grade.final,
        "raw": grade.raw,
        "max_score": grade.max_score,
        "days_late": grade.days_late,
        "submitted": None if grade.submitted is None else grade.submitted.isoformat(),
        "attempt": grade.attempt or None,
        "attempts": grade.attempts,
        "remark": grade.remark,
        "report": None if report is None else report.to_dict(),
    }
    return json.dumps(plain, ensure_ascii=False) + "\n"
