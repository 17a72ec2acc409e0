"""Running trusted functions (the reference, a misconception) in this process, without side effects.

Never used for anything that a student wrote.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import tempfile
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from grader.student import Outcome, Program
from grader.wire import File


def run(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None
) -> Outcome:
    """Call a function on copies of the arguments, with files laid out for it."""
    mine = [copy.deepcopy(argument) for argument in args]
    with contextlib.ExitStack() as stack:
        given = mine
        if any(isinstance(argument, File) for argument in mine):
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="grader-"))
            given = [_path(argument, folder) for argument in mine]
        stack.enter_context(np.errstate(all="ignore"))
        value = function(*given, **(kwargs or {}))
    after = tuple(
        original if isinstance(original, File) else argument
        for original, argument in zip(mine, given, strict=True)
    )
    return Outcome(value, after)


def bind(
    program: Program | None, truths: Mapping[str, Callable[..., Any]], name: str
) -> Callable[..., Any]:
    """The function of a question, or the program that a check makes of it, ready to be run."""
    return truths[name] if program is None else functools.partial(program, _namespace(truths))


def _namespace(truths: Mapping[str, Callable[..., Any]]) -> types.SimpleNamespace:
    """Functions by name as a student has them: `add`, or `logistic.loss`."""
    space = types.SimpleNamespace()
    for full, function in truths.items():
        module, _, name = full.rpartition(".")
        place = space
        if module:
            place = vars(space).setdefault(module, types.SimpleNamespace())
        setattr(place, name, function)
    return space


def _path(argument: Any, folder: str) -> Any:
    if not isinstance(argument, File):
        return argument
    path = Path(folder, argument.name)
    path.write_bytes(argument.data)
    return str(path)


@functools.cache
def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters, in order."""
    return tuple(inspect.signature(function).parameters)
