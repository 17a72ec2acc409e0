"""A session with code of the course's own, in this process: a mutant of the reference.

It answers as a worker would: what is not a value stays behind and is used through a `Remote`, an
exception is the submission's, arguments are copies. Never for what a student wrote.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader import wire
from grader.errors import GraderError, NotImplementedYet, Raised, WrongAnswer
from grader.kit import local
from grader.model import Question
from grader.student import Method, Outcome, Remote, kept_of, name_of


class MutantSession:
    """Answers the calls of a check with the functions and classes that it is given."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        self._functions = functions
        self._kept: dict[int, Any] = {}

    def call(
        self,
        question: Question,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        keep: bool = False,
    ) -> Outcome:
        """Call the function of that question."""
        return self._run(question.function, self._functions[question.name], args, kwargs, keep)

    def call_method(
        self, owner: Remote, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Outcome:
        """Call a method of an object."""
        function = getattr(self._object(owner), name, None)
        if not callable(function):
            raise NotImplementedYet(f"{name_of(owner)} has no method {name}.")
        return self._run(f"{name_of(owner)}.{name}", function, args, kwargs, False)

    def read(self, owner: Remote, name: str) -> Any:
        """An attribute of an object, or a `Method`."""
        try:
            value = getattr(self._object(owner), name)
        except AttributeError:
            raise WrongAnswer(f"The {name_of(owner)} object has no attribute {name}.") from None
        return Method(owner, name) if callable(value) else self._sendable(value)

    def write(self, owner: Remote, name: str, value: Any) -> None:
        """Set an attribute of an object; an array that has room for the values is filled."""
        held = getattr(self._object(owner), name, None)
        if (
            isinstance(held, np.ndarray)
            and isinstance(value, np.ndarray)
            and held.shape == value.shape
            and held.dtype.kind == "f"
        ):
            held[...] = value
        else:
            setattr(self._object(owner), name, copy.deepcopy(value))

    def _run(
        self,
        called: str,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        keep: bool,
    ) -> Outcome:
        def run(*given: Any, **named: Any) -> Any:
            return function(*map(self._meant, given), **named)

        try:
            outcome = local.run(run, args, kwargs)
        except GraderError:  # of a function that was passed, or out of time
            raise
        except Exception as error:
            name = type(error).__name__
            raise Raised(f"{called} raised {name}: {error}", name) from None
        return Outcome(self._sendable(outcome.value, keep=keep), outcome.args)

    def _object(self, owner: Remote) -> Any:
        return self._kept[kept_of(owner).number]

    def _meant(self, value: Any) -> Any:
        """What an argument stands for."""
        if isinstance(value, Remote):
            return self._object(value)
        if isinstance(value, Method):
            return getattr(self._object(value.owner), value.name)
        if isinstance(value, list | tuple):
            return type(value)(map(self._meant, value))
        return value

    def _sendable(self, value: Any, *, keep: bool = False) -> Any:
        if wire.is_value(value) and not keep:
            return copy.deepcopy(value)  # what is held on to here must not change there
        number = len(self._kept) + 1
        self._kept[number] = value
        return wire.Kept(wire.type_name(value), number)
