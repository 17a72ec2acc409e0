"""The grades of a class: which attempt counts, and what the late policy makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Literal

from grader.batch.store import Filed, Known, Store
from grader.late import Lateness, LatePolicy
from grader.model import Report

Attempt = Literal["last", "best"]
_UNREACHED = "It was not reached yet: run the same command again."
_OUTDATED = (
    "It was graded with other checks, another seed or another grader than the class: run the same "
    "command again, without --only."
)
State = Literal["graded", "problem", "not graded", "missing"]


@dataclass(frozen=True, slots=True)
class Grade:
    """What a student gets, and why; `raw` is without the late policy, `final` with it."""

    student: str
    name: str = ""
    email: str = ""
    state: State = "missing"
    attempt: int = 0
    attempts: int = 0
    submitted: datetime | None = None
    raw: float | None = None
    final: float | None = None
    max_score: float = 100.0
    days_late: int = 0
    percent_off: float = 0.0  # for that, of the raw score
    late: str = ""  # what the late policy says
    trouble: str = ""  # why there is no grade, or why not all could be taken
    points: Mapping[str, float] = field(default_factory=dict)
    content: str = ""
    team: str = ""
    digest: str = ""
    seconds: float = 0.0

    @property
    def shown_name(self) -> str:
        """The student as people know them."""
        return f"{self.name} ({self.student})" if self.name else self.student

    @property
    def remark(self) -> str:
        """What is to be known about the grade."""
        return " ".join(filter(None, [self.trouble, self.late]))

    @property
    def percent(self) -> float:
        """What the student gets, in percent."""
        return 100.0 * (self.final or 0.0) / self.max_score if self.max_score else 0.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What makes a grade of reports; one that was made with something else does not count."""

    settings: str
    versions: Mapping[str, str]
    policy: LatePolicy | None = None
    attempt: Attempt = "last"


def grades(store: Store, rules: Rules) -> Iterator[tuple[Grade, Report | None]]:
    """Everybody's grade with the report behind it, one by one, in the order of the roster."""
    # Only the names of what was handed in are held, never the reports of a whole class.
    filed = {
        student: list(group)
        for student, group in groupby(store.handins(), lambda handin: handin.student)
    }
    for person in store.people():
        yield _grade(store, person, filed.get(person.student, []), rules)


def _grade(
    store: Store, person: Known, handins: list[Filed], rules: Rules
) -> tuple[Grade, Report | None]:
    grade = Grade(person.student, person.name, person.email, attempts=len(handins))
    if not handins:
        return replace(grade, trouble="Nothing was handed in."), None
    candidates = handins[-1:] if rules.attempt == "last" else handins
    found = [_graded(store, grade, handin, rules) for handin in candidates]
    for attempt, report in found:
        if report is None:  # which one is the best is not known then
            return attempt, None
    # Of equal ones the earliest: it is the least late.
    return max(found, key=lambda pair: pair[0].percent)


def _graded(store: Store, grade: Grade, handin: Filed, rules: Rules) -> tuple[Grade, Report | None]:
    grade = replace(grade, attempt=handin.attempt, submitted=handin.submitted)
    kept = None if handin.content is None else store.kept(handin.content)
    if handin.failure:
        return replace(grade, state="not graded", trouble=handin.failure), None
    if kept is None or handin.content is None:
        return replace(grade, state="not graded", trouble=_UNREACHED), None
    if kept.settings != rules.settings or kept.versions != rules.versions:
        return replace(grade, state="not graded", trouble=_OUTDATED), None
    report = replace(kept.report, submission=grade.student)
    late = _late(rules.policy, report.score, handin)
    return (
        replace(
            grade,
            # Nothing for what could not be taken: somebody should ask before that is published.
            state="problem" if handin.problem and not report.score else "graded",
            raw=report.score,
            final=late.final,
            max_score=report.max_score,
            days_late=late.days,
            percent_off=late.percent,
            late=late.note,
            trouble=handin.problem,
            points={question.name: question.points for question in report.questions},
            content=handin.content,
            team=handin.team,
            digest=handin.digest or "",
            seconds=kept.seconds,
        ),
        report,
    )


def _late(policy: LatePolicy | None, raw: float, handin: Filed) -> Lateness:
    if policy is None:
        marked = "Marked as late, but the assignment has no late policy: nothing is taken off."
        return Lateness(raw, note=marked if handin.marked_late else "")
    return policy.apply(raw, handin.submitted, marked_late=handin.marked_late)
