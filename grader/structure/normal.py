"""Sums and norms that should be 1: not made so, or along the wrong axis."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import CLEAR, Array, Case, Cases, is_evidence, tell

_Measure = Callable[..., Array]


def _sum(array: Array, axis: int | None) -> Array:
    return np.asarray(array.sum(axis=axis, keepdims=True))


def _norm(array: Array, axis: int | None) -> Array:
    return np.asarray(np.sqrt((array * array).sum(axis=axis, keepdims=True)))


def _mean(array: Array, axis: int | None) -> Array:
    return np.asarray(array.mean(axis=axis, keepdims=True))


_MEASURES: tuple[tuple[str, str, _Measure], ...] = (
    ("sum", "add up to 1", _sum),
    ("norm", "have length 1", _norm),
)
_PARTS: tuple[tuple[str, int | None], ...] = (("row", 1), ("column", 0), ("", None))


def unnormalised(cases: Cases) -> Diagnosis | None:
    """Divided by its sum or norm, each row (or column, or all of it) would be right."""
    if not cases.is_finite or not cases.shows():
        return None
    for name, _, measure in _MEASURES:
        for part, axis in _PARTS:
            if all(_mended(case, measure, axis) for case in cases):
                what = f"Each {part} of {cases.name}" if part else cases.noun
                title = (
                    f"{what} is right up to a positive factor: divided by its {name} it is what is "
                    f"expected{cases.seen}"
                )
                hint = f"Usually the last step is missing: divide by the {name}"
                along = f" along axis={axis}, with keepdims=True." if part else "."
                return tell("normalised", title, hint + along)
    return None


def wrong_axis(cases: Cases) -> Diagnosis | None:
    """The columns add up to what the rows should, or the other way round."""
    if not cases.is_finite or not all(
        case.expected.ndim == 2 and min(case.expected.shape) > 1 for case in cases
    ):
        return None
    for _, said, measure in (*_MEASURES, ("mean", "have mean 0", _mean)):
        for part, axis, other in (("column", 0, "row"), ("row", 1, "column")):
            goal = 0.0 if measure is _mean else 1.0
            if all(_exchanged(case, measure, axis, goal) for case in cases) and (
                is_evidence(cases, [case.got for case in cases])
            ):
                title = f"The {part}s of {cases.name} {said} where the {other}s should{cases.seen}"
                hint = (
                    "Usually a sum, mean or norm is taken over the wrong axis: axis=0 goes down "
                    "the columns, axis=1 along the rows."
                )
                return tell("axis", title, hint)
    return None


def _mended(case: Case, measure: _Measure, axis: int | None) -> bool:
    if case.expected.size < 2 or (axis is not None and case.expected.ndim != 2):
        return False
    if axis is not None and case.expected.shape[axis] < 2:
        return False
    size = measure(case.got, axis)
    slack = case.tolerance * np.sqrt(case.expected.size)
    used = np.abs(size) > CLEAR * case.tolerance
    if not (used & (size > 0.0)).all() or (np.abs(size - 1.0) <= CLEAR * slack).all():
        return False
    return case.close(case.got / size, case.expected)


def _exchanged(case: Case, measure: _Measure, axis: int, goal: float) -> bool:
    slack = case.tolerance * case.expected.shape[axis]

    def meets(array: Array, axis: int) -> bool:
        return bool((np.abs(measure(array, axis) - goal) <= slack).all())

    return (
        meets(case.expected, 1 - axis)
        and not meets(case.expected, axis)
        and meets(case.got, axis)
        and not meets(case.got, 1 - axis)
    )
