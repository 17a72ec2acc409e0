"""The student as a check sees them: functions to call, and a record of every call.

A check writes `student.softmax_loss(Z, y)` and gets a value, or a `StudentFault` flies past it to
the runner. What lies between the check and the code is a `Session`: the confined worker when a
submission is graded, the reference itself when a check is tried out on it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from grader.errors import StudentFault
from grader.model import Question

MAX_CALLS_KEPT = 64
MAX_BYTES_OF_A_CALL = 2 << 20
MAX_BYTES_KEPT = 16 << 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came back from a call: the value, and the arguments as they are afterwards."""

    value: Any
    args: tuple[Any, ...]
    warnings: tuple[str, ...] = ()  # the kinds of warnings that were shown meanwhile


@dataclass(frozen=True, slots=True)
class Call:
    """One call that a check made: what went in, and what came out or went wrong."""

    question: str
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    outcome: Outcome | None = None
    fault: StudentFault | None = None


class Session(Protocol):
    """Whatever answers the calls of one check."""

    def call(self, question: Question, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Outcome:
        """Call the function of that question, or raise a `StudentFault`."""


class Function:
    """One function of the submission."""

    def __init__(self, question: Question, session: Session, calls: Calls) -> None:
        self.question = question
        self._session = session
        self._calls = calls

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it and return its value."""
        return self.call(*args, **kwargs).value

    def call(self, *args: Any, **kwargs: Any) -> Outcome:
        """Call it and return the value together with the arguments as they are afterwards."""
        try:
            outcome = self._session.call(self.question, args, kwargs)
        except StudentFault as fault:
            self._keep(Call(self.question.name, args, kwargs, fault=fault))
            raise
        self._keep(Call(self.question.name, args, kwargs, outcome=outcome))
        return outcome

    def _keep(self, call: Call) -> None:
        self._calls.keep(call, in_place=bool(self.question.in_place))


class Calls(list[Call]):
    """The calls of one check, as far as they are worth keeping.

    What came back is the student's to choose, so it is weighed: a value that is too large to be
    compared with anything is forgotten, and so are calls when they are too large together.
    """

    def __init__(self) -> None:
        super().__init__()
        self._bytes: list[int] = []

    def keep(self, call: Call, *, in_place: bool) -> None:
        """Add a call; the first ones are the smallest, the last one is the one that failed."""
        outcome = call.outcome
        if outcome is not None:
            value = None if in_place else outcome.value  # in place nobody looks at it
            heavy = _bytes_of([value]) > MAX_BYTES_OF_A_CALL
            kept = None if heavy else Outcome(value, outcome.args)
            call = dataclasses.replace(call, outcome=kept)
        size = _bytes_of([*call.args, *([call.outcome.value] if call.outcome else [])])
        if self and size > MAX_BYTES_OF_A_CALL:
            return
        while self and (len(self) >= MAX_CALLS_KEPT or sum(self._bytes) + size > MAX_BYTES_KEPT):
            self.pop()
            self._bytes.pop()
        self.append(call)
        self._bytes.append(size)


def _bytes_of(values: Iterable[Any]) -> int:
    """About how much memory values take."""
    total, pending = 0, list(values)
    while pending:
        item = pending.pop()
        total += 256  # an object by itself, and the time that looking at it takes
        if isinstance(item, dict):
            pending += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple):
            pending += item
        elif isinstance(item, str | bytes):
            total += len(item)
        else:
            total += getattr(item, "nbytes", 0)
    return total


class Student:
    """All functions of the submission, by name: `student.add`, or `student.logistic.loss`."""

    def __init__(self, questions: Mapping[str, Question], session: Session) -> None:
        self._questions = questions
        self._session = session
        self.calls = Calls()

    def __getattr__(self, name: str) -> Any:
        if name in self._questions:
            return Function(self._questions[name], self._session, self.calls)
        inner = {
            full.removeprefix(f"{name}."): question
            for full, question in self._questions.items()
            if full.startswith(f"{name}.")
        }
        if not inner:
            raise AttributeError(f"the assignment has no question {name!r}")
        module = Student(inner, self._session)
        module.calls = self.calls
        return module
