"""What the reports of a class come to: one after the other is added, none is kept."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field

from grader.model import CheckResult, Report, Status, Visibility

BARS = 10
MOST = 20  # of what is listed by student
_MAX_TEXT, _MAX_ALARM = 300, 600


@dataclass(frozen=True, slots=True)
class Row:
    """One student in the table of the class."""

    student: str
    name: str
    page: str  # where the page of the student is; nothing if there is none
    state: str
    raw: float | None
    final: float | None
    days_late: int
    attempts: int
    points: tuple[float | None, ...]  # of each question, in order
    remark: str


@dataclass(slots=True)
class QuestionTally:
    """How a question went."""

    name: str
    max_points: float
    points: float = 0.0
    full: int = 0
    nothing: int = 0


@dataclass(slots=True)
class CheckTally:
    """How a check went."""

    id: str
    question: str
    title: str
    visibility: Visibility
    max_points: float
    outcomes: Counter[str] = field(default_factory=Counter)

    @property
    def passed(self) -> int:
        """How many passed it."""
        return self.outcomes[Status.PASSED]


@dataclass(slots=True)
class Mistake:
    """A known mistake, and who made it."""

    question: str
    id: str
    title: str
    students: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, order=True)
class Incident:
    """Something that happened in grading a submission."""

    student: str
    check: str
    what: str


class Tally:
    """The sums over a class so far."""

    def __init__(self) -> None:
        self.graded = 0
        self.questions: dict[str, QuestionTally] = {}
        self.checks: dict[str, CheckTally] = {}
        self.crashes: list[Incident] = []
        self.crashed = 0
        self.alarms: list[Incident] = []
        self.bars = [0] * BARS
        self.full_marks = 0
        self._scores: list[float] = []
        self._mistakes: dict[tuple[str, str], Mistake] = {}
        self._alarmed: set[tuple[str, str]] = set()
        self._slow: list[tuple[float, str]] = []

    def add(
        self,
        student: str,
        report: Report,
        *,
        score: float,
        seconds: float = 0.0,
        refused: bool = False,
    ) -> None:
        """One more report; `score` is what the student gets for it, in percent.

        Of a submission that was `refused` nothing has run that could have crashed.
        """
        self.graded += 1
        self._scores.append(score)
        self.full_marks += score >= 100.0
        self.bars[min(BARS - 1, int(score * BARS / 100.0))] += 1
        for question in report.questions:
            sum_of = self.questions.setdefault(
                question.name, QuestionTally(question.name, question.max_points)
            )
            sum_of.points += question.points
            sum_of.full += question.passed
            sum_of.nothing += question.points == 0.0
        for check in report.checks:
            self._add_check(student, check)
        made = {(check.question, it.id): it for check in report.checks for it in check.diagnosis}
        for key, named in made.items():
            self._mistakes.setdefault(key, Mistake(*key, named.title)).students.append(student)
        crash = next((check for check in report.checks if _crashed(check)), None)
        if crash is not None and not refused:
            self.crashed += 1
            if len(self.crashes) < MOST:
                self.crashes.append(Incident(student, crash.id, crash.message[:_MAX_TEXT]))
        if len(self._slow) < MOST:
            heapq.heappush(self._slow, (seconds, student))
        else:
            heapq.heappushpop(self._slow, (seconds, student))

    @property
    def mean(self) -> float:
        """The mean of the scores, in percent."""
        return sum(self._scores) / len(self._scores) if self._scores else 0.0

    @property
    def median(self) -> float:
        """The median of the scores, in percent."""
        scores, middle = sorted(self._scores), len(self._scores) // 2
        if not scores:
            return 0.0
        return (scores[middle] + scores[~middle]) / 2.0

    @property
    def slowest(self) -> list[tuple[str, float]]:
        """Whose grading took longest, with the seconds."""
        return [(student, seconds) for seconds, student in sorted(self._slow, reverse=True)]

    @property
    def mistakes(self) -> list[Mistake]:
        """The mistakes, the most common first."""
        return sorted(
            self._mistakes.values(), key=lambda it: (-len(it.students), it.question, it.id)
        )

    def _add_check(self, student: str, check: CheckResult) -> None:
        sum_of = self.checks.setdefault(
            check.id,
            CheckTally(check.id, check.question, check.title, check.visibility, check.max_points),
        )
        sum_of.outcomes[check.status] += 1
        if check.alarm and (student, check.alarm) not in self._alarmed:
            self._alarmed.add((student, check.alarm))
            self.alarms.append(Incident(student, check.id, check.alarm[:_MAX_ALARM]))


def _crashed(check: CheckResult) -> bool:
    """Whether the code ended its process or ran out of time; an exception has lines to look at."""
    return check.status is Status.TIMEOUT or (check.status is Status.ERROR and not check.trace)
