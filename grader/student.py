"""The student as a check sees them: functions to call, and a record of every call.

A check writes `student.softmax_loss(Z, y)` and gets a value, or a `StudentFault` flies past it to
the runner. What lies between the check and the code is a `Session`: the confined worker when a
submission is graded, the reference itself when a check is tried out on it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

import numpy as np

from grader import wire
from grader.errors import StudentFault
from grader.model import Question

MAX_CALLS_KEPT = 64
MAX_BYTES_OF_A_CALL = 2 << 20
MAX_BYTES_KEPT = 16 << 20

Program: TypeAlias = Callable[..., Any]


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
    program: Program | None = None  # what was done with the submission, if it was not just called


class Session(Protocol):
    """Whatever answers the calls of one check."""

    def call(
        self,
        question: Question,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        keep: bool = False,
    ) -> Outcome:
        """Call the function of that question, or raise a `StudentFault`."""


class ObjectSession(Session, Protocol):
    """A session in which objects stay at the other end."""

    def call_method(
        self, owner: Remote, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Outcome:
        """Call a method of an object."""

    def read(self, owner: Remote, name: str) -> Any:
        """An attribute of an object, or a `Method`."""

    def write(self, owner: Remote, name: str, value: Any) -> None:
        """Set an attribute of an object."""


class BatchSession(Session, Protocol):
    """A session that is far away, so that one message with several calls takes less time."""

    def call_all(self, question: Question, cases: Sequence[tuple[Any, ...]]) -> Sequence[Outcome]:
        """Call the function of that question once for each case, or raise the first fault."""


class Remote:
    """An object of the student's that stays with them, used as if it were here.

    Only names that do not begin with two underscores are looked for at the other end: the protocols
    of Python and NumPy (`__array__`, `__eq__`, …) are never asked of it.
    """

    __slots__ = ("_kept", "_name", "_session")

    def __init__(self, kept: wire.Kept, name: str, session: ObjectSession) -> None:
        object.__setattr__(self, "_kept", kept)
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_session", session)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = self._session.read(self, name)
        if isinstance(value, wire.Kept):
            return Remote(value, f"{self._name}.{name}", self._session)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self._session.write(self, name, value)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it, where it is a function or like one."""
        return Method(self, "__call__")(*args, **kwargs)

    def __deepcopy__(self, memo: object) -> Remote:
        return self


class Method:
    """A method of such an object; arguments that it changes in place are changed here, too."""

    __slots__ = ("name", "owner")

    def __init__(self, owner: Remote, name: str) -> None:
        self.owner = owner
        self.name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it at the other end."""
        session: ObjectSession = self.owner._session
        outcome = session.call_method(self.owner, self.name, args, kwargs)
        _take_over(args, outcome.args)
        if isinstance(outcome.value, wire.Kept):
            return Remote(outcome.value, f"{name_of(self.owner)}.{self.name}", session)
        return outcome.value

    def __deepcopy__(self, memo: object) -> Method:
        return self


def _take_over(before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
    """Change the arrays here as they were changed at the other end."""
    for mine, theirs in zip(before, after, strict=True):
        if theirs is not mine and isinstance(mine, np.ndarray):
            mine[...] = theirs


def kept_of(remote: Remote) -> wire.Kept:
    """How an object is known at the other end."""
    kept: wire.Kept = remote._kept
    return kept


def name_of(remote: Remote) -> str:
    """What an object is called in a sentence."""
    return str(remote._name)


class Function:
    """One function of the submission."""

    program: Program | None = None

    def __init__(
        self, question: Question, session: Session, calls: Calls, *, in_place: bool = False
    ) -> None:
        self.question = question
        self._session = session
        self._calls = calls
        self._in_place = in_place

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it and return its value; what is not a value can be used as a `Remote`."""
        outcome = self.call(*args, **kwargs)
        if self._in_place:
            _take_over(args, outcome.args)
        return self._usable(outcome.value)

    def kept(self, *args: Any, **kwargs: Any) -> Any:
        """Call it and leave what it returns where it is, even a value."""
        return self._usable(self._session.call(self.question, args, kwargs, keep=True).value)

    def _usable(self, value: Any) -> Any:
        if isinstance(value, wire.Kept):
            session = cast(ObjectSession, self._session)
            return Remote(value, self.question.function, session)
        return value

    def call(self, *args: Any, **kwargs: Any) -> Outcome:
        """Call it and return the value together with the arguments as they are afterwards."""
        try:
            outcome = self._session.call(self.question, args, kwargs)
        except StudentFault as fault:
            self._keep(self._record(args, kwargs, fault=fault))
            raise
        self._keep(self._record(args, kwargs, outcome=outcome))
        return outcome

    def call_all(self, cases: Sequence[tuple[Any, ...]]) -> Sequence[Outcome]:
        """Call it for each case, all in one go.

        For when it does not matter which of them failed, and none tells anything about another.
        """
        outcomes = cast(BatchSession, self._session).call_all(self.question, cases)
        for args, outcome in zip(cases, outcomes, strict=True):
            self._keep(self._record(args, {}, outcome=outcome))
        return outcomes

    def _record(
        self,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        outcome: Outcome | None = None,
        fault: StudentFault | None = None,
    ) -> Call:
        return Call(self.question.name, args, kwargs, outcome, fault, self.program)

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
            heavy = wire.weigh([value]) > MAX_BYTES_OF_A_CALL
            kept = None if heavy else Outcome(value, outcome.args)
            call = dataclasses.replace(call, outcome=kept)
        size = wire.weigh([*call.args, *([call.outcome.value] if call.outcome else [])])
        if self and size > MAX_BYTES_OF_A_CALL:
            return
        while self and (len(self) >= MAX_CALLS_KEPT or sum(self._bytes) + size > MAX_BYTES_KEPT):
            self.pop()
            self._bytes.pop()
        self.append(call)
        self._bytes.append(size)


class Student:
    """All functions of the submission, by name: `student.add`, or `student.logistic.loss`."""

    def __init__(
        self, questions: Mapping[str, Question], session: Session, *, in_place: bool = False
    ) -> None:
        self._questions = questions
        self._in_place = in_place
        self.session = session
        self.calls = Calls()

    def question(self, name: str) -> Question:
        """The question of that name."""
        return self._questions[name]

    def unrecorded(self) -> Student:
        """The same student, whose calls are not worth a record of their own.

        As steps of a program they are like calls of a function that is here: arrays that are
        changed in place change.
        """
        return Student(self._questions, self.session, in_place=True)

    def __getattr__(self, name: str) -> Any:
        if name in self._questions:
            question = self._questions[name]
            return Function(question, self.session, self.calls, in_place=self._in_place)
        inner = {
            full.removeprefix(f"{name}."): question
            for full, question in self._questions.items()
            if full.startswith(f"{name}.")
        }
        if not inner:
            raise AttributeError(f"the assignment has no question {name!r}")
        module = Student(inner, self.session, in_place=self._in_place)
        module.calls = self.calls
        return module
