"""Comparing what came back with what was expected, and saying what differs.

Shape first, then kind of number, then values. Each function returns a sentence that says what is
wrong, or None if nothing is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.kit import show
from grader.student import Remote, kept_of
from grader.text import printable
from grader.wire import Opaque

Array = np.ndarray[Any, Any]


def difference(name: str, expected: Any, got: Any, tolerance: float) -> str | None:
    """What is wrong with `got`, called `name` in the sentence; None if it is right."""
    if isinstance(expected, np.ndarray):
        return _differing_array(name, expected, got, tolerance)
    return _differing_number(name, expected, got, tolerance)


def _differing_number(name: str, expected: Any, got: Any, tolerance: float) -> str | None:
    array = numeric(got)
    # An array of one entry is the number that it holds: the style of the answer is free.
    if array is None or array.size != 1:
        return f"{name} should be a single number, but is {describe(got)}"
    actual = float(array.reshape(-1)[0])
    if _close(np.float64(expected), np.float64(actual), tolerance).all():
        return None
    right, wrong = show.differing(float(expected), actual)
    return f"{name} is {wrong}, expected {right}"


def _differing_array(name: str, expected: Array, got: Any, tolerance: float) -> str | None:
    array = numeric(got)
    if array is None and isinstance(got, np.ndarray) and got.shape == expected.shape:
        return f"{name} should be an array of real numbers, but its dtype is {got.dtype}"
    if array is None:
        return f"{name} should be an array of shape {expected.shape}, but is {describe(got)}"
    if array.shape != expected.shape:
        return f"{name} has shape {array.shape}, expected {expected.shape}"
    wrong = ~_close(expected, array, tolerance)
    if not wrong.any():
        return None
    distance = errors(expected, array)
    worst = np.unravel_index(int(np.argmax(np.where(wrong, distance, -1.0))), expected.shape)
    right_text, wrong_text = show.differing(float(expected[worst]), float(array[worst]))
    place = f"[{', '.join(str(int(index)) for index in worst)}]"
    entry = f"{name}{place}" if name.isidentifier() else f"entry {place}"
    if array.size == 1:
        only = entry if worst and name.isidentifier() else name
        return f"{only} is {wrong_text}, expected {right_text}"
    share = f"{int(wrong.sum())} of its {array.size} entries"
    return f"{name} is wrong in {share}: {entry} is {wrong_text}, expected {right_text}"


def wrong_entries(expected: Any, got: Any, tolerance: float) -> Array | None:
    """Which entries differ by more than the tolerance; None if the two can't be laid together."""
    left, right = numeric(expected), numeric(got)
    if left is None or right is None or left.shape != right.shape:
        return None
    return ~_close(left, right, tolerance)


def errors(expected: Array, got: Array) -> Array:
    """How far each entry is off; infinitely where there is no number."""
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(np.asarray(expected, np.float64) - np.asarray(got, np.float64))
    same = np.asarray(expected) == np.asarray(got)  # two infinities
    return np.where(same, 0.0, np.where(np.isnan(distance), np.inf, distance))


def numeric(value: Any) -> Array | None:
    """The value as an array of real numbers, or None if it is not one."""
    if isinstance(value, bool | Opaque | Remote | str | bytes) or value is None:
        return None
    if isinstance(value, list | tuple) and not all(type(part) in (int, float) for part in value):
        parts: list[Array] = []
        for part in value:
            array = numeric(part)
            if array is None or (parts and array.shape != parts[0].shape):
                return None
            parts.append(array)
        value = parts
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return array if array.dtype.kind in "fiu" else None


def describe(value: Any) -> str:
    """What a value is, in a few words."""
    if isinstance(value, Remote):
        value = kept_of(value)
    if isinstance(value, Opaque):
        return f"an object of type {printable(value.type_name)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    if value is None:
        return "None"
    if isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
        return f"the number {show.line(value)}"
    if isinstance(value, list | tuple):
        return f"a {type(value).__name__} of {len(value)} values"
    article = "an" if type(value).__name__[0] in "aeiou" else "a"
    return f"{article} {type(value).__name__}: {show.line(value)}"


def equal(one: Any, other: Any, tolerance: float) -> bool:
    """Whether two answers, both possibly wrong, are the same answer."""
    left, right = numeric(one), numeric(other)
    if left is None or right is None:
        return left is right and _same(one, other, lambda x, y: equal(x, y, tolerance))
    if left.shape != right.shape and not left.size == right.size == 1:
        return False
    left = left.reshape(right.shape)
    both_nan = np.isnan(left) & np.isnan(right)
    return bool((both_nan | _close(left, right, tolerance)).all())


def same(before: Any, after: Any) -> bool:
    """Whether an argument is still exactly what it was."""
    return _same(before, after, same)


def _same(one: Any, other: Any, inner: Callable[[Any, Any], bool]) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray | np.generic):
        left, right = np.asarray(one), np.asarray(other)
        return (
            left.shape == right.shape
            and left.dtype == right.dtype
            and np.array_equal(left, right, equal_nan=left.dtype.kind in "fc")
        )
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(inner, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(inner(one[key], other[key]) for key in one)
    return bool(one == other) or (one != one and other != other)


def _close(expected: Any, got: Any, tolerance: float) -> Array:
    with np.errstate(invalid="ignore", over="ignore"):
        right = np.asarray(expected, dtype=np.float64)
        actual = np.asarray(got, dtype=np.float64)
        return np.asarray((right == actual) | (np.abs(right - actual) <= tolerance))
