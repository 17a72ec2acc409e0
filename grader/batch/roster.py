"""Who is in the class, from a list, a Canvas gradebook or a Moodle grading worksheet.

The last two are kept as they are, with all columns and rows, so that grades can be written back
into just the table that the platform has given out and will take in again.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from grader.batch.line import key_of, one_line
from grader.batch.table import Table, read_table
from grader.batch.when import parse_time

Kind = Literal["list", "canvas", "moodle"]

IDS = (
    *("identifier", "id", "user id", "userid", "student id", "studentid", "sid"),
    *("sis user id", "id number", "participant", "participant id", "number"),
    *("username", "user name", "user", "login", "login id", "sis login id"),
)
EMAILS = ("email", "email address", "e mail", "e mail address", "mail")
NAMES = ("name", "full name", "fullname", "student name")
_FIRST = ("first name", "firstname", "given name")
_LAST = ("last name", "lastname", "surname", "family name")
_GITHUB = ("github", "github username", "github login", "github user", "github id")
_SUBMITTED = "last modified submission"
_PARTICIPANT = re.compile(r"\D*?(\d+)")
_WORD_AND_NUMBER = re.compile(r"(\D+)\d+")
_FEWEST_COLUMNS = 6  # of a worksheet: even without names there are grades and times
_FEWEST_LETTERS = 3  # of the word before a participant's number; `s` before it is a student's id


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on the roster; `row` is the place among the rows of its table.

    `submitted` is when Moodle's worksheet says that the submission was changed for the last time,
    by the clock of the platform and without a zone. `is_test` is the student that Canvas adds to
    each course for the staff to try things with.
    """

    key: str
    name: str = ""
    email: str = ""
    section: str = ""
    github: str = ""
    keys: tuple[str, ...] = ()
    row: int = 0
    submitted: datetime | None = None
    is_test: bool = False


@dataclass(frozen=True)
class Roster:
    """The people of a class in order, and the table from which they were read."""

    kind: Kind
    people: tuple[Person, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    delimiter: str = ","
    remarks: tuple[str, ...] = ()
    _ids: tuple[dict[str, list[Person]], ...] = field(init=False, repr=False, compare=False)
    _names: dict[str, list[Person]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        first = _index(self.people, lambda it: [it.key])
        others = _index(self.people, lambda it: [*it.keys, it.email, it.github])
        names = _index(self.people, lambda it: _turned(it.name))
        object.__setattr__(self, "_ids", (first, others))
        object.__setattr__(self, "_names", names)

    def find(self, *keys: str, name: str = "") -> Person | None:
        """Who has one of the keys: id, login, e-mail, user name, number or full name.

        What two people share finds neither of them. Names are compared without case, accents,
        spaces and punctuation, in either order of first and last name.
        """
        return self.by_key(*keys) or self.by_name(name, *keys)

    def by_key(self, *keys: str) -> Person | None:
        """Who has one of the keys, names left out of account."""
        return _only(index.get(_folded_key(key), []) for index in self._ids for key in keys)

    def by_name(self, *names: str) -> Person | None:
        """Who alone has one of the names."""
        return _only(self._names.get(_letters(name), []) for name in names)

    def several(self, *keys: str, name: str = "") -> tuple[Person, ...]:
        """Those whom a key or the name fits alike, if that is more than one person."""
        found = [index.get(_folded_key(key), []) for index in self._ids for key in keys]
        found += [self._names.get(_letters(it), []) for it in (name, *keys)]
        return next((tuple(people) for people in found if len(people) > 1), ())


def read_roster(path: Path) -> Roster:
    """The roster in a CSV file; `UsageError` with one line if it can't be used."""
    table = read_table(path)
    kind = _kind(table)
    remarks: list[str] = []
    people = tuple(_people(table, kind, remarks))
    if not people:
        raise table.refuse(None, "nobody is listed below the headings")
    _refuse_twins(table, people)
    return Roster(kind, people, table.columns, table.rows, table.delimiter, tuple(remarks))


def _kind(table: Table) -> Kind:
    has = table.column
    if has("student") is not None and has("id") is not None and has("section") is not None:
        return "canvas"
    moodle = ("identifier", "status", "grade")
    return "moodle" if all(has(name) is not None for name in moodle) else "list"


def _people(table: Table, kind: Kind, remarks: list[str]) -> Iterator[Person]:
    ids = [place for name in IDS if (place := table.column(name)) is not None]
    numbered = kind == "moodle"
    if kind == "list" and _is_foreign_worksheet(table):
        numbered, ids = True, [0, *(place for place in ids if place)]
        remarks.append(
            f"{table.path.name} looks like a grading worksheet of Moodle in another language than "
            "English: only the numbers of the participants are used. Export it in English to have "
            "names, times of submission and a moodle.csv that fits."
        )
    email, github = table.column(*EMAILS), table.column(*_GITHUB)
    full, student = table.column(*NAMES), table.column("student")
    first, last = table.column(*_FIRST), table.column(*_LAST)
    section, submitted = table.column("section", "sections", "group"), table.column(_SUBMITTED)
    if student is not None:
        if ids:
            full = student if full is None else full
        else:
            ids = [student]
    named = full is not None or (first is not None and last is not None)
    if not ids and email is None and github is None and not named:
        raise table.refuse(
            None, "no column names the students; call one student, id, username, email or name"
        )

    def cell(row: int, place: int | None) -> str:
        return "" if place is None else table.rows[row][place].strip()

    for row in range(len(table.rows)):
        name = cell(row, full) or f"{cell(row, first)} {cell(row, last)}".strip()
        keys = [key for place in ids if (key := cell(row, place))]
        if numbered:
            keys = [*_participant(keys), *keys]
        if kind == "canvas" and not keys:
            continue  # a row about the columns
        own = next(filter(None, [*keys, cell(row, email), cell(row, github), name]), "")
        if not own:
            raise table.refuse(row, "this line names no student; fill in a name or remove the line")
        when = cell(row, submitted)
        time = parse_time(when)
        if when.strip("- ") and time is None:
            remarks.append(
                f"{table.path.name}, line {table.lines[row]}: the time {one_line(when)!r} can't be "
                "read, so it is not used."
            )
        yield Person(
            key=key_of(own),
            name=key_of(name) if name else "",
            email=key_of(cell(row, email)) if cell(row, email) else "",
            section=cell(row, section),
            github=cell(row, github),
            keys=tuple(keys),
            row=row,
            submitted=time,
            is_test=kind == "canvas" and _letters(name) == "studenttest",
        )


def _participant(keys: list[str]) -> list[str]:
    """`Participant 123456` is 123456 in the names of the files."""
    return [fit[1] for key in keys[:1] if (fit := _PARTICIPANT.fullmatch(key))]


def _is_foreign_worksheet(table: Table) -> bool:
    """Whether this can only be a worksheet of Moodle's in a language that is not known here.

    Then there are many columns, none has a heading for people that we know, and the first one has
    one word with a number in every row, such as `Teilnehmer/in200001`.
    """
    known = ("student", *NAMES, *EMAILS, *_FIRST, *_LAST, *_GITHUB)
    if table.column(*known) is not None or len(table.columns) < _FEWEST_COLUMNS:
        return False
    fits = [_WORD_AND_NUMBER.fullmatch(row[0].strip()) for row in table.rows]
    words = {fit[1] if fit else "" for fit in fits}
    return len(words) == 1 and sum(map(str.isalpha, words.pop())) >= _FEWEST_LETTERS


def _refuse_twins(table: Table, people: Iterable[Person]) -> None:
    seen: dict[str, Person] = {}
    for person in people:
        other = seen.setdefault(_folded_key(person.key), person)
        if other is not person:
            raise table.refuse(
                person.row,
                f"{one_line(person.key)} is also in line {table.lines[other.row]}; remove one",
            )


def _index(
    people: Iterable[Person], keys: Callable[[Person], Iterable[str]]
) -> dict[str, list[Person]]:
    """People by what each has."""
    index: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people:
        for key in {_folded_key(key) for key in keys(person)} - {""}:
            index[key].append(person)
    return dict(index)


def _only(found: Iterable[Sequence[Person]]) -> Person | None:
    """The first who is alone; what several have in common tells nobody."""
    return next((people[0] for people in found if len(people) == 1), None)


def _folded_key(text: str) -> str:
    return " ".join(text.casefold().split())


def _letters(name: str) -> str:
    """A name without case, accents, spaces and punctuation."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


def _turned(name: str) -> Iterable[str]:
    """The ways to write a name: first or last name first, wherever the last name begins."""
    words = [_letters(word) for word in name.replace(",", " ").split()]
    return {"".join(words[turn:] + words[:turn]) for turn in range(max(1, len(words)))}
