"""How an assignment declares its checks and misconceptions: decorators that only take notes.

Nothing is registered anywhere: the loader finds the notes on the functions of a module.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from grader.errors import AssignmentError
from grader.model import KINDS, Kind

_F = TypeVar("_F", bound=Callable[..., Any])


class Undecided(Exception):
    """Raised by the code of a misconception that can't say what it would do on these arguments."""


_CHECK = "__grader_check__"
_MISCONCEPTION = "__grader_misconception__"


@dataclass(frozen=True, slots=True)
class CheckSpec:
    """A check as it was declared."""

    id: str
    title: str
    kind: Kind
    points: float
    cpu_seconds: int | None
    function: Callable[..., None]

    @property
    def question(self) -> str:
        """The question that the check belongs to."""
        return self.id.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A known mistake: its name, a hint, and the wrong code itself."""

    id: str
    title: str
    hint: str
    function: Callable[..., Any]

    @property
    def question(self) -> str:
        """The question in which the mistake is made."""
        return self.id.rpartition(".")[0]


def check(
    id: str, *, points: float, kind: Kind = "value", cpu_seconds: int | None = None
) -> Callable[[_F], _F]:
    """Declare a check `question.name`; the first line of the docstring is its title."""

    def note(function: _F) -> _F:
        title, _ = _docstring(id, function)
        if kind not in KINDS:
            raise AssignmentError(f"{id}: there is no kind of check {kind!r}")
        setattr(function, _CHECK, CheckSpec(id, title, kind, points, cpu_seconds, function))
        return function

    return note


def misconception(id: str) -> Callable[[_F], _F]:
    """Declare the wrong code of a mistake; its docstring is a title, a blank line and a hint.

    A generator function yields alternatives instead: any of them may be what was done.
    """

    def note(function: _F) -> _F:
        title, hint = _docstring(id, function)
        if not hint:
            raise AssignmentError(f"{id}: the docstring needs a hint below its first line")
        setattr(function, _MISCONCEPTION, Misconception(id, title, hint, function))
        return function

    return note


def checks_in(module: ModuleType) -> list[CheckSpec]:
    """The checks of a module, in the order in which they are written."""
    return [value for value in _noted(module, _CHECK) if isinstance(value, CheckSpec)]


def misconceptions_in(module: ModuleType) -> list[Misconception]:
    """The misconceptions of a module, in the order in which they are written."""
    return [value for value in _noted(module, _MISCONCEPTION) if isinstance(value, Misconception)]


def _noted(module: ModuleType, attribute: str) -> list[object]:
    # A module that imports a check from another does not own it; nor does a class that is derived
    # from the wrong code of one mistake make that mistake.
    return [
        vars(value)[attribute]
        for value in vars(module).values()
        if attribute in getattr(value, "__dict__", ()) and value.__module__ == module.__name__
    ]


def _docstring(id: str, function: Callable[..., Any]) -> tuple[str, str]:
    text = (inspect.getdoc(function) or "").strip()
    if not text:
        raise AssignmentError(f"{id}: the docstring is its title and is missing")
    title, _, rest = text.partition("\n")
    return title.rstrip("."), " ".join(rest.split())
