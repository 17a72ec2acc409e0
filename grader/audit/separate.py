"""What tells a mutant that got through from the reference: an input, if one can be found.

The calls that the checks make of the reference are made of both, then variations of them: fewer
rows, ties, zeros, other scales, other numbers. Inputs that the reference itself refuses, or on
which it is not finite, do not count. A difference that rounding explains is none.

Where nothing is found, the mutant is taken to be the same as the reference, and what was tried is
the evidence. That is no proof: it is for a person to look at.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.kit import local
from grader.model import Question
from grader.student import Call

# Of the size of the answer: iterations that stop a little sooner or later are as right.
ROUNDING = 1e-7
TRIES = 300
SECONDS = 4.0
_BASES = 60
_FOUND = 12  # so many are looked for before the smallest is taken

Functions = Mapping[str, Callable[..., Any]]
Array = np.ndarray[Any, Any]


@dataclass(slots=True)
class Evidence:
    """How many inputs were tried, how far apart the answers were, the smallest that shows it."""

    tried: int = 0
    largest: float = 0.0  # difference that was taken for rounding, relative to the answer
    call: Call | None = None
    expected: Any = None
    got: Any = None


def shown(answer: Any) -> Any:
    """An answer as a person wants to see it: what a call gave, if it did nothing else."""
    return answer["value"] if isinstance(answer, dict) and [*answer] == ["value"] else answer


def separate(
    questions: Mapping[str, Question],
    truths: Functions,
    functions: Functions,
    calls: Sequence[Call],
    rng: np.random.Generator,
) -> Evidence:
    """Look for a call that tells the functions from the truths."""
    evidence = Evidence()
    found: list[tuple[int, Call, Any, Any]] = []
    end = time.process_time() + SECONDS
    for call in _inputs(calls, rng):
        if evidence.tried >= TRIES or len(found) >= _FOUND or time.process_time() > end:
            break
        right = _answer(truths, questions[call.question], call)
        if right is None or not _finite(right):
            continue
        evidence.tried += 1
        got = _answer(functions, questions[call.question], call)
        apart = np.inf if got is None else distance(right, got)
        if apart > ROUNDING:
            shown = "an exception, or no end" if got is None else got
            found.append((_weight(call.args), call, right, shown))
        else:
            evidence.largest = max(evidence.largest, apart)
    if found:
        _, evidence.call, evidence.expected, evidence.got = min(found, key=lambda it: it[0])
    return evidence


def _answer(functions: Functions, question: Question, call: Call) -> Any:
    """All that a call comes to: its value, and the arguments that it changed; None if it raises."""
    function = local.bind(call.program, functions, call.question)
    try:
        outcome = local.run(function, call.args, call.kwargs)
    except Exception:  # out of time, too
        return None
    if isinstance(outcome.value, dict):
        return outcome.value
    answer = {} if question.in_place and outcome.value is None else {"value": outcome.value}
    pairs = zip(call.args, outcome.args, strict=True)
    for number, (before, after) in enumerate(pairs, 1):
        if isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=True):
            answer[f"argument {number} afterwards"] = after
    return answer


# --- how far answers are apart -------------------------------------------------------------------


def distance(right: Any, got: Any) -> float:
    """The largest difference, relative to the size of the right answer; inf for another form."""
    if isinstance(right, dict):
        if not isinstance(got, dict) or right.keys() != got.keys():
            return np.inf
        return max((distance(right[key], got[key]) for key in right), default=0.0)
    if isinstance(right, list | tuple):
        if not isinstance(got, list | tuple) or len(right) != len(got):
            return np.inf
        return max(map(distance, right, got), default=0.0)
    if isinstance(right, np.ndarray | np.generic | int | float):
        if not isinstance(got, np.ndarray | np.generic | int | float):
            return np.inf
        return _between(np.asarray(right), np.asarray(got))
    if right is None or isinstance(right, str | bytes):
        return 0.0 if type(got) is type(right) and got == right else np.inf
    return 0.0 if type(got).__name__ == type(right).__name__ else np.inf


def _between(right: Array, got: Array) -> float:
    if right.shape != got.shape or right.dtype.kind != got.dtype.kind:
        return np.inf
    if right.dtype.kind not in "fiub" or not right.size:
        return 0.0 if np.array_equal(right, got) else np.inf
    one, other = right.astype(np.float64), got.astype(np.float64)
    if not np.isfinite(other).all():
        return np.inf
    return float(np.abs(one - other).max() / max(float(np.abs(one).max()), 1e-300))


def _finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_finite, value))
    if isinstance(value, np.ndarray | np.generic | float) and np.asarray(value).dtype.kind == "f":
        return bool(np.isfinite(value).all())
    return True


def _weight(args: Sequence[Any]) -> int:
    return sum(np.size(it) if isinstance(it, np.ndarray) else 1 for it in args)


# --- inputs --------------------------------------------------------------------------------------


def _inputs(calls: Sequence[Call], rng: np.random.Generator) -> Iterator[Call]:
    """The calls themselves, from small to large, then variations of the smaller ones."""
    bases = sorted(calls, key=lambda it: _weight(it.args))[:_BASES]
    yield from bases
    if not bases:
        return
    for _ in range(20 * TRIES):
        base = bases[int(rng.integers(len(bases)))]
        args = [copy.deepcopy(it) for it in (*base.args, *base.kwargs.values())]
        for _ in range(int(rng.integers(1, 4))):
            args = _VARIATIONS[int(rng.integers(len(_VARIATIONS)))](args, rng)
        count = len(base.args)
        kwargs = dict(zip(base.kwargs, args[count:], strict=False))
        yield Call(base.question, tuple(args[:count]), kwargs, program=base.program)


# What a check passes stays what it is: labels stay labels, a symmetric matrix stays symmetric, what
# is not negative stays so. On other inputs anything may differ, and it would say nothing.


def _is_labels(array: Array) -> bool:
    return array.ndim == 1 and bool(array.any()) and bool(np.isin(array, (-1, 0, 1)).all())


def _is_symmetric(array: Any) -> bool:
    square = isinstance(array, np.ndarray) and array.ndim == 2 and array.shape[0] == array.shape[1]
    return square and len(array) > 1 and np.allclose(array, array.T)


def _rows(args: list[Any], rng: np.random.Generator) -> list[Any]:
    """Fewer rows, or some twice, of all that have as many as the first."""
    lengths = [len(it) for it in args if isinstance(it, np.ndarray) and it.ndim]
    if not lengths or lengths[0] < 2:
        return args
    length = lengths[0]
    count = int(rng.choice([1, 2, 3, length, length + 1]))
    chosen = rng.integers(length, size=count)

    def taken(it: Any) -> Any:
        if not isinstance(it, np.ndarray) or not it.ndim or len(it) != length:
            return it
        return it[np.ix_(chosen, chosen)] if _is_symmetric(it) else it[chosen]

    return [taken(it) for it in args]


def _floats(args: list[Any], rng: np.random.Generator) -> list[Any]:
    """Another scale, whole numbers, zeros or another sign, for one array of floats."""
    places = [
        k
        for k, it in enumerate(args)
        if isinstance(it, np.ndarray) and it.dtype.kind == "f" and not _is_labels(it)
    ]
    if not places:
        return args
    k = int(rng.choice(places))
    array = args[k]
    match 0 if _is_symmetric(array) else int(rng.integers(6)):
        case 0:
            array = array * 10.0 ** float(rng.integers(-3, 4))
        case 1:
            array = np.round(array)
        case 2:
            array = np.where(rng.random(array.shape) < 0.5, array, 0.0)
        case 3:
            array = -array
        case 4:
            array = np.zeros_like(array)
        case 5:
            array = array + rng.normal(size=array.shape)
    if (args[k] >= 0.0).all():
        array = np.abs(array)
    args[k] = array.astype(args[k].dtype)
    return args


def _numbers(args: list[Any], rng: np.random.Generator) -> list[Any]:
    """Another number for one of those that are passed, perhaps in a tuple; on its side of 0."""
    places = [k for k, it in enumerate(args) if _is_number(it) or _has_number(it)]
    if not places:
        return args
    k = int(rng.choice(places))
    if _is_number(args[k]):
        args[k] = _another(args[k], rng)
    else:
        parts = list(args[k])
        inner = int(rng.choice([i for i, it in enumerate(parts) if _is_number(it)]))
        parts[inner] = _another(parts[inner], rng)
        args[k] = tuple(parts)
    return args


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


def _has_number(value: object) -> bool:
    return isinstance(value, tuple) and any(map(_is_number, value))


def _another(number: Any, rng: np.random.Generator) -> Any:
    if type(number) is int:
        return int(rng.choice([1, 2, 3, 5, 10, number + 1, max(number - 1, 0)]))
    sign = -1.0 if number < 0.0 else 1.0
    return float(rng.choice([0.0, sign, 0.5 * sign, 10.0 * number, 0.1 * number]))


def _fewer(args: list[Any], rng: np.random.Generator) -> list[Any]:
    """Without the last argument: its default."""
    return args[:-1] if len(args) > 1 else args


_VARIATIONS = (_rows, _rows, _floats, _floats, _numbers, _fewer)
