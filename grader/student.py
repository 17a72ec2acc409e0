"""The student as a check sees them: functions to call, and a record of every call.

A check writes `student.softmax_loss(Z, y)` and gets a value, or a `StudentFault` flies past it to
the runner. What lies between the check and the code is a `Session`: the confined worker when a
submission is graded, the reference itself when a check is tried out on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from grader.errors import StudentFault
from grader.model import Question

MAX_CALLS_KEPT = 64
MAX_SIZE_KEPT = 300_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came back from a call: the value, and the arguments as they are afterwards."""

    value: Any
    args: tuple[Any, ...]


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

    def __init__(self, question: Question, session: Session, calls: list[Call]) -> None:
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
        # The first calls are the smallest; the last one is the one that failed.
        if len(self._calls) >= MAX_CALLS_KEPT:
            self._calls.pop()
        if not self._calls or _size(call) <= MAX_SIZE_KEPT:
            self._calls.append(call)


def _size(call: Call) -> int:
    """How many entries the arguments and the value have, at least."""
    parts = [*call.args]
    if call.outcome is not None:
        value = call.outcome.value
        parts += value if isinstance(value, list | tuple) else [value]
    return sum(getattr(part, "size", 1) for part in parts)


class Student:
    """All functions of the submission, by name: `student.add`, or `student.logistic.loss`."""

    def __init__(self, questions: Mapping[str, Question], session: Session) -> None:
        self._questions = questions
        self._session = session
        self.calls: list[Call] = []

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
