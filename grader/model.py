"""The result of grading, as frozen plain data.

A `Report` is what the runner makes and every reporter reads. It holds nothing but values, so one
form serves the process pool, the store and JSON: `to_dict` and `from_dict` are inverse.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

SCHEMA = 1

# For whoever has the hidden checks, and for whoever has not.
NOTE_FOR_STAFF = "Checks marked hidden are not in the students' copy of the assignment."
NOTE_OF_PART = "Only a part was graded: "
NOTE_FOR_STUDENTS = "Of checks marked hidden only the title and the points are shown."

Kind = Literal["value", "gradient", "kkt", "accuracy", "property", "robustness", "style"]
Visibility = Literal["visible", "hidden"]
Level = Literal["none", "limited", "strict"]  # from the weakest to the strongest
Audience = Literal["student", "staff"]  # for whom a report is

KINDS: tuple[Kind, ...] = get_args(Kind)
LEVELS: tuple[Level, ...] = get_args(Level)


class Status(enum.StrEnum):
    """How a check ended. Only `PASSED` earns its points."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIMEOUT = "timeout"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Limits:
    """What the student's code may use in one check; generous multiples of what is needed."""

    cpu_seconds: int = 10
    wall_seconds: float = 20.0
    memory_bytes: int = 1 << 30
    file_bytes: int = 64 << 20


@dataclass(frozen=True, slots=True)
class Question:
    """One thing that is asked: a function of a module of the submission."""

    name: str
    module: str
    function: str
    points: float
    reference: str
    in_place: tuple[str, ...] = ()
    returns: tuple[str, ...] = ()
    built_on: tuple[str, ...] = ()  # other questions that its checks need
    formula: tuple[str, ...] = ()  # what is asked, as lines of LaTeX


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the student's own code on the way to an exception."""

    file: str
    line: int  # in the cell, if the file is a notebook
    function: str
    source: str
    cell: int = 0  # of a notebook, counted from 1; 0 in a file of Python

    @property
    def where(self) -> str:
        """The place, for a person to find."""
        return _where(self.file, self.cell, self.line)


@dataclass(frozen=True, slots=True)
class Formula:
    """What a question asks, as lines of LaTeX."""

    question: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Some lines of the student's code; `question` if they are its answer to that question."""

    file: str
    line: int  # the number of the first one
    text: str
    question: str = ""
    cell: int = 0  # of a notebook: its lines are counted in each cell

    @property
    def where(self) -> str:
        """The place of the first line, for a person to find."""
        return _where(self.file, self.cell, self.line)

    @property
    def last_line(self) -> int:
        """The number of the last line."""
        return self.line + self.text.count("\n")

    def holds(self, frame: Frame) -> bool:
        """Whether the line of that frame is among these."""
        same = (frame.file, frame.cell) == (self.file, self.cell)
        return same and self.line <= frame.line <= self.last_line


Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest call found that shows the mistake, as text to read.

    `expected_marks` and `got_marks` are where in those texts the entries stand that differ.
    """

    args: str
    expected: str
    got: str
    call: str = ""
    expected_marks: tuple[Span, ...] = ()
    got_marks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A known mistake that behaves just as the submission did, or what is seen (`structure.…`)."""

    id: str
    title: str
    hint: str


@dataclass(frozen=True, slots=True)
class Table:
    """A few numbers with their names, such as the certificate of a solution."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of ours, as SVG; `description` says in words what is to be seen."""

    title: str
    svg: str
    description: str


Exhibit: TypeAlias = Table | Picture


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict of one check."""

    id: str
    question: str
    title: str
    kind: Kind
    visibility: Visibility
    status: Status
    points: float
    max_points: float
    seconds: float = 0.0
    message: str = ""
    diagnosis: tuple[Diagnosis, ...] = ()
    counterexample: Counterexample | None = None
    trace: tuple[Frame, ...] = ()
    output: str = ""
    exhibits: tuple[Exhibit, ...] = ()
    alarm: str = ""  # what the code tried that no homework needs, for the course staff

    @property
    def passed(self) -> bool:
        """Whether the points were earned."""
        return self.status is Status.PASSED

    def sealed(self) -> CheckResult:
        """The same verdict with nothing about how it came to be."""
        return CheckResult(
            *(self.id, self.question, self.title, self.kind, self.visibility),
            *(Status.PASSED if self.passed else Status.FAILED, self.points, self.max_points),
            message="" if self.passed else "This check is hidden: its details are not shown.",
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, in the order of the published schema."""
        return {
            "id": self.id,
            "question": self.question,
            "title": self.title,
            "kind": self.kind,
            "visibility": self.visibility,
            "status": self.status.value,
            "points": self.points,
            "max_points": self.max_points,
            "seconds": self.seconds,
            "message": self.message,
            "diagnosis": [_plain(item) for item in self.diagnosis],
            "counterexample": None if self.counterexample is None else _plain(self.counterexample),
            "trace": [_plain(item) for item in self.trace],
            "output": self.output,
            "exhibits": [_plain(item) for item in self.exhibits],
            "alarm": self.alarm,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CheckResult:
        """The inverse of `to_dict`."""
        example = data["counterexample"]
        return cls(
            **{
                **data,
                "status": Status(data["status"]),
                "diagnosis": tuple(Diagnosis(**item) for item in data["diagnosis"]),
                "counterexample": None if example is None else _counterexample(example),
                "trace": tuple(Frame(**item) for item in data["trace"]),
                "exhibits": tuple(_exhibit(item) for item in data["exhibits"]),
            }
        )


@dataclass(frozen=True, slots=True)
class Isolation:
    """What stood between the student's code and the machine."""

    level: Level
    mechanisms: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """The checks of one question, with their sum."""

    name: str
    checks: tuple[CheckResult, ...]
    formula: tuple[str, ...] = ()
    source: Source | None = None

    @property
    def points(self) -> float:
        """Points earned in this question."""
        return _total(check.points for check in self.checks)

    @property
    def max_points(self) -> float:
        """Points to be had in this question."""
        return _total(check.max_points for check in self.checks)

    @property
    def passed(self) -> bool:
        """Whether every check of the question passed."""
        return all(check.passed for check in self.checks)

    @property
    def lines_that_raised(self) -> frozenset[int]:
        """The numbers of the lines of `source` on which exceptions arose."""
        frames = [frame for check in self.checks for frame in check.trace[-1:]]
        held = self.source
        return frozenset(it.line for it in frames if held and held.holds(it))

    @property
    def first_failure(self) -> CheckResult | None:
        """The check to look at first: the earliest that did not pass."""
        return next((check for check in self.checks if not check.passed), None)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything known about one graded submission."""

    assignment: str
    submission: str
    seed: int | None  # None where it is kept from the reader
    isolation: Isolation
    checks: tuple[CheckResult, ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = ()
    sources: tuple[Source, ...] = ()  # the student's code, where something went wrong
    broken: tuple[str, ...] = ()  # questions whose file is missing or can't be imported

    @property
    def score(self) -> float:
        """Points earned."""
        return _total(check.points for check in self.checks)

    @property
    def max_score(self) -> float:
        """Points that the checks of this run could give."""
        return _total(check.max_points for check in self.checks)

    @property
    def percent(self) -> float:
        """The score as a percentage of what this run could give."""
        return 100.0 * self.score / self.max_score if self.max_score else 0.0

    @property
    def passed(self) -> bool:
        """Whether there were checks, and every one passed."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    def reaches(self, percent: float | None) -> bool:
        """Whether the score is at least so many percent; if none are named, whether all passed."""
        return self.passed if percent is None else self.percent >= percent

    @property
    def questions(self) -> tuple[QuestionResult, ...]:
        """The results grouped by question, in the order of the assignment."""
        groups: dict[str, list[CheckResult]] = {}
        for check in self.checks:
            groups.setdefault(check.question, []).append(check)
        own = {source.question: source for source in self.sources}
        asked = {formula.question: formula.lines for formula in self.formulas}
        return tuple(
            QuestionResult(name, tuple(checks), asked.get(name, ()), own.get(name))
            for name, checks in groups.items()
        )

    @property
    def first_failure(self) -> CheckResult | None:
        """The failure to look at first: the earliest at which something happened.

        What is not written yet can wait: who works from the top has begun something else.
        """
        failed = [check for check in self.checks if not check.passed]
        begun = [check for check in failed if check.counterexample or check.trace]
        return next(iter(begun or failed), None)

    @property
    def is_broken(self) -> bool:
        """Whether the first failure is one of a whole file."""
        first = self.first_failure
        return first is not None and first.question in self.broken

    def for_student(self) -> Report:
        """The same report as a student may see it: of hidden checks only titles and points.

        Nor does it tell the seed, which may be a secret, or where on this machine things are.
        """
        shown = tuple(
            check.sealed() if check.visibility == "hidden" else replace(check, alarm="")
            for check in self.checks
        )
        seen = [frame for check in shown for frame in check.trace]
        lost = {check.question for check in shown if not check.passed}
        sources = tuple(
            source
            for source in self.sources
            if source.question in lost or any(source.holds(it) for it in seen)
        )
        notes = tuple(NOTE_FOR_STUDENTS if note == NOTE_FOR_STAFF else note for note in self.notes)
        name = self.submission.replace("\\", "/").rstrip("/").rpartition("/")[2]
        return replace(self, checks=shown, sources=sources, seed=None, notes=notes, submission=name)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, in the order of the published schema."""
        return {
            "schema": SCHEMA,
            "assignment": self.assignment,
            "title": self.title,
            "submission": self.submission,
            "score": self.score,
            "max_score": self.max_score,
            "seed": self.seed,
            "isolation": {
                "level": self.isolation.level,
                "mechanisms": list(self.isolation.mechanisms),
                "missing": list(self.isolation.missing),
            },
            "notes": list(self.notes),
            "formulas": [{"question": it.question, "lines": [*it.lines]} for it in self.formulas],
            "sources": [_plain(item) for item in self.sources],
            "broken": list(self.broken),
            "checks": [check.to_dict() for check in self.checks],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Report:
        """The inverse of `to_dict`; a report of another schema is refused."""
        if data.get("schema") != SCHEMA:
            raise ValueError(f"a report of schema {data.get('schema')!r}; this is {SCHEMA}")
        isolation = data["isolation"]
        return cls(
            assignment=data["assignment"],
            title=data["title"],
            submission=data["submission"],
            seed=data["seed"],
            isolation=Isolation(
                isolation["level"], tuple(isolation["mechanisms"]), tuple(isolation["missing"])
            ),
            notes=tuple(data["notes"]),
            formulas=tuple(Formula(it["question"], tuple(it["lines"])) for it in data["formulas"]),
            sources=tuple(Source(**item) for item in data["sources"]),
            broken=tuple(data["broken"]),
            checks=tuple(CheckResult.from_dict(item) for item in data["checks"]),
        )


def _where(file: str, cell: int, line: int) -> str:
    return f"{file}, cell {cell}, line {line}" if cell else f"{file}, line {line}"


_MARKS = ("expected_marks", "got_marks")


def _plain(item: Diagnosis | Counterexample | Frame | Exhibit | Source) -> dict[str, Any]:
    plain = {name: getattr(item, name) for name in item.__dataclass_fields__}
    if isinstance(item, Counterexample):
        plain |= {name: [list(span) for span in plain[name]] for name in _MARKS}
    if isinstance(item, Table):
        plain |= {"columns": list(item.columns), "rows": [list(row) for row in item.rows]}
    return plain


def _counterexample(data: Mapping[str, Any]) -> Counterexample:
    marks = {name: tuple((start, end) for start, end in data[name]) for name in _MARKS}
    return Counterexample(**{**data, **marks})


def _exhibit(data: Mapping[str, Any]) -> Exhibit:
    if "svg" in data:
        return Picture(**data)
    return Table(data["title"], tuple(data["columns"]), tuple(map(tuple, data["rows"])))


def _total(points: Any) -> float:
    # Points such as 2.5 add up exactly; rounding keeps thirds from showing as 99.99999999999999.
    return round(float(sum(points)), 6)
