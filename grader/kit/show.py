"""Values as text that a person can read and paste: arguments, expected and returned values."""

from __future__ import annotations

import re
import types
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.student import Remote, kept_of
from grader.text import printable
from grader.wire import File, Opaque

MAX_ENTRIES = 96
_MAX_TEXT = 2_000
_MAX_LINE = 80
_MAX_PARTS = 10
_MAX_DEPTH = 3
_HALF, _WHOLE = 48, 62  # characters: what fits half a page, and all of a terminal with a name
# Of an array's text; what is not an entry (a dtype, say) comes after the entries.
_NUMBER = re.compile(r"-?(?:nan|inf|\d+\.?\d*(?:e[+-]?\d+)?)")


def value(item: Any) -> str:
    """One value."""
    with np.printoptions(linewidth=_HALF):
        return _cut(_value(item, 0))


def line(item: Any) -> str:
    """One value on one line, cut to fit into a sentence."""
    return " ".join(value(item).split())[:_MAX_LINE]


def _value(item: Any, depth: int) -> str:
    if isinstance(item, Remote):
        item = kept_of(item)
    if isinstance(item, Opaque):
        return f"<{printable(item.type_name)}>"
    if isinstance(item, File):
        return f"{item.name[:_MAX_LINE]!r}  ({item.description or f'{len(item.data)} bytes'})"
    if isinstance(item, np.ndarray):
        return _array(item)
    if isinstance(item, np.random.Generator):
        return "np.random.default_rng(…)"
    if isinstance(item, types.FunctionType):
        # What it does in a few words, if whoever wrote it says so.
        return (item.__doc__ or f"a function {item.__name__}").strip().splitlines()[0]
    if isinstance(item, tuple | list | dict):
        return _container(item, depth)
    if isinstance(item, np.floating):
        return number(float(item))
    if isinstance(item, np.generic):
        return number(item.item())
    if isinstance(item, float):
        return number(item)
    if isinstance(item, str | bytes):
        item = item[:_MAX_TEXT]
    return _cut(repr(item))


def _container(item: tuple[Any, ...] | list[Any] | dict[Any, Any], depth: int) -> str:
    if depth >= _MAX_DEPTH:
        return "…"
    if isinstance(item, dict):
        pairs = list(item.items())[:_MAX_PARTS]
        parts = [f"{_cut(repr(key))}: {_value(part, depth + 1)}" for key, part in pairs]
        opening, closing = "{", "}"
    else:
        parts = [_value(part, depth + 1) for part in item[:_MAX_PARTS]]
        opening, closing = ("[", "]") if isinstance(item, list) else ("(", ")")
    if len(item) > _MAX_PARTS:
        parts.append("…")
    comma = "," if isinstance(item, tuple) and len(item) == 1 else ""
    return f"{opening}{', '.join(parts)}{comma}{closing}"


def arguments(names: Sequence[str], args: Sequence[Any]) -> str:
    """The arguments of a call, one per line."""
    lines = []
    for index, argument in enumerate(args):
        name = names[index] if index < len(names) else f"argument {index + 1}"
        with np.printoptions(linewidth=_WHOLE):
            lines.append(_indented(f"{name} = ", _cut(_value(argument, 0))))
    return _cut("\n".join(lines))


def entries(text: str, array: np.ndarray[Any, Any]) -> list[tuple[int, int]]:
    """Where in its text each entry of an array stands, in order; nothing if not all are there."""
    found = [match.span() for match in _NUMBER.finditer(text)][: array.size]
    return found if len(found) == array.size <= MAX_ENTRIES else []


def number(item: Any) -> str:
    """A number with as many digits as help."""
    if isinstance(item, float):
        text = f"{item:.7g}"
        return text if any(mark in text for mark in ".einf") else f"{text}.0"
    return repr(item)


def differing(expected: float, got: float) -> tuple[str, str]:
    """Two numbers with enough digits to see that they differ."""
    for digits in (6, 9, 12, 17):
        texts = f"{expected:.{digits}g}", f"{got:.{digits}g}"
        if texts[0] != texts[1]:
            break
    return texts


def _array(array: np.ndarray[Any, Any]) -> str:
    if array.size > MAX_ENTRIES and array.ndim > 2:
        # NumPy would print every entry of a shape such as (2, 2, …, 2).
        start = np.array2string(array.reshape(-1)[:8], precision=4, separator=", ")
        return f"array of shape {array.shape}, dtype {array.dtype}, starting with {start}"
    if array.size > MAX_ENTRIES:
        corner = np.array2string(
            array, threshold=8, edgeitems=2, precision=4, separator=", ", suppress_small=True
        )
        return f"array of shape {array.shape}, dtype {array.dtype}:\n{corner}"
    with np.printoptions(precision=6, suppress=True, threshold=MAX_ENTRIES):
        return repr(array)


def _indented(head: str, text: str) -> str:
    first, *rest = text.splitlines() or [""]
    return "\n".join([head + first, *(" " * len(head) + line for line in rest)])


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT] + " …"
