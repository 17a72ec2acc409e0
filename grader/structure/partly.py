"""Partly right: which entries are wrong, where there is nothing but nan, or always the same."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import (
    CLEAR,
    Array,
    Case,
    Cases,
    is_evidence,
    is_whole,
    number,
    tell,
)

# Where exp overflows, in single and in double precision.
OVERFLOW = 85.0

_Mask = Callable[[Case], "Array | None"]


def _where(make: Callable[[tuple[int, ...]], Array], ndim: int) -> _Mask:
    def mask(case: Case) -> Array | None:
        shape = case.expected.shape
        return make(shape) if len(shape) == ndim and min(shape) > 1 else None

    return mask


def _index(axis: int, at: int, ndim: int) -> _Mask:
    def make(shape: tuple[int, ...]) -> Array:
        mask = np.zeros(shape, bool)
        mask[(slice(None),) * axis + (at,)] = True
        return mask

    return _where(make, ndim)


def _sign(holds: Callable[[Array, float], Array]) -> _Mask:
    return lambda case: holds(case.expected, case.tolerance)


_PLACES: tuple[tuple[str, _Mask], ...] = (
    ("on the diagonal", _where(lambda shape: np.eye(*shape, dtype=bool), 2)),
    ("above the diagonal", _where(lambda shape: np.triu(np.ones(shape, bool), 1), 2)),
    ("below the diagonal", _where(lambda shape: np.tril(np.ones(shape, bool), -1), 2)),
    ("in the first row", _index(0, 0, 2)),
    ("in the last row", _index(0, -1, 2)),
    ("in the first column", _index(1, 0, 2)),
    ("in the last column", _index(1, -1, 2)),
    ("at the first entry", _index(0, 0, 1)),
    ("at the last entry", _index(0, -1, 1)),
    ("where 0 is expected", _sign(lambda right, slack: np.abs(right) <= slack)),
    ("where a negative number is expected", _sign(lambda right, slack: right < -slack)),
    ("where a positive number is expected", _sign(lambda right, slack: right > slack)),
)

_HINTS = {
    "diagonal": "Usually the diagonal needs a treatment of its own (a pair of something with "
    "itself, a degree, a penalty), or only one triangle is filled and not mirrored.",
    "row": "Usually a loop or a slice begins one too late or ends one too early, or the last, "
    "shorter part is treated differently.",
    "column": "Usually a column is treated differently from the others (a column of ones, the last "
    "class), or a slice is off by one.",
    "entry": "Usually an entry is treated differently from the others (a bias, the first or last "
    "step), or a slice is off by one.",
    "expected": "Usually a condition (a threshold, a mask, np.where) is missing, or has the wrong "
    "sign or the wrong bound.",
}


def places(cases: Cases) -> Diagnosis | None:
    """Only a part of the entries is wrong, or only a part is right, and it is always the same."""
    if not all(case.same_shape and case.expected.size > 2 for case in cases):
        return None
    wrong = [_wrong(case) for case in cases]
    if not all(0.0 < mask.mean() < 1.0 for mask in wrong):
        return None
    for only_wrong, (said, place) in itertools.product((True, False), _PLACES):
        masks = [place(case) for case in cases]
        if any(mask is None or not 0 < mask.sum() < mask.size for mask in masks):
            continue
        right = [~mask if only_wrong else mask for mask in masks if mask is not None]
        splits = _covers if only_wrong else _is_rest
        if all(map(splits, cases, wrong, right)):
            shown = [case.expected[good] for case, good in zip(cases, right, strict=True)]
            if _is_no_accident(cases, shown, said, only_wrong):
                word = "wrong" if only_wrong else "right"
                title = f"{cases.noun} is {word} only {said}{cases.seen}"
                kind = next(key for key in _HINTS if key in said)
                return tell("places", title, _HINTS[kind])
    return None


def first_rows(cases: Cases) -> Diagnosis | None:
    """As many rows as an argument says are right, and none of the others."""
    for name in cases[0].call.scalars:
        counts = [case.call.scalars.get(name, 0.0) for case in cases]
        if all(_is_right_up_to(case, count) for case, count in zip(cases, counts, strict=True)):
            top = [c.expected[: int(n)] for c, n in zip(cases, counts, strict=True)]
            if is_evidence(cases, top):
                title = f"Only the first {name} rows of {cases.name} are right{cases.seen}"
                hint = f"Usually only the first part of {name} rows is worked on: look at the loop."
                return tell("first-rows", title, hint)
    return None


def not_finite(cases: Cases) -> Diagnosis | None:
    """Where there is nan or inf, there is something special about the input."""
    if not all(case.same_shape and np.isfinite(case.expected).all() for case in cases):
        return None
    masks = [~np.isfinite(case.got) for case in cases]
    if not all(mask.any() for mask in masks):
        return None
    if any((_wrong(case) & ~mask).any() for case, mask in zip(cases, masks, strict=True)):
        return None  # finite numbers are wrong, too
    what = "nan" if any(np.isnan(case.got).any() for case in cases) else "inf"
    for name in cases[0].call.arrays:
        arrays = [case.call.arrays.get(name) for case in cases]
        if any(a is None or not a.size or not np.isfinite(a).all() for a in arrays):
            continue
        known = [array for array in arrays if array is not None]
        marked = [_by_row(m, a) for m, a in zip(masks, known, strict=True)]
        for test in (_zero, _certain, _large):
            found = test(known, marked)
            if found is not None:
                where, hint = found
                if hint is _BOTH and all(map(_are_shares, cases)):
                    hint = _EXP  # no logarithm belongs to it
                said = f"{cases.noun} has {what} {where.format(name=name)}{cases.seen}"
                return tell("not-finite", said, hint)
    return None


def _are_shares(case: Case) -> bool:
    """Whether probabilities are asked for."""
    right = case.expected
    return right.ndim > 0 and bool((right >= 0.0).all() and (right <= 1.0).all())


def _by_row(mask: Array, array: Array) -> tuple[Array, Array]:
    """Which rows of an argument have to do with nan, and how large they are; or all at once."""
    sizes = np.abs(array)
    if mask.shape == array.shape:
        return mask.reshape(-1), sizes.reshape(-1)
    if mask.ndim and len(mask) == len(array):
        rows = mask.reshape(len(mask), -1).any(axis=1)
        return np.asarray(rows), sizes.reshape(len(array), -1).max(axis=1)
    return np.array([mask.any()]), np.array([sizes.max()])


def _zero(arrays: list[Array], marked: list[tuple[Array, Array]]) -> tuple[str, str] | None:
    if not all(np.array_equal(bad, sizes == 0.0) for bad, sizes in marked):
        return None
    if all(bad.all() for bad, _ in marked):  # where all is 0 and all is nan, that shows nothing
        return None
    rows = arrays[0].ndim == 2 and all(
        len(bad) == len(a) for (bad, _), a in zip(marked, arrays, strict=True)
    )
    where = "exactly in the rows in which {name} is 0" if rows else "exactly where {name} is 0"
    return (
        where,
        "Usually this is a division by 0, or the logarithm of 0: such an input needs a case of its "
        "own.",
    )


def _large(arrays: list[Array], marked: list[tuple[Array, Array]]) -> tuple[str, str] | None:
    bad = np.concatenate([sizes[mask] for mask, sizes in marked])
    good = np.concatenate([sizes[~mask] for mask, sizes in marked])
    if not len(bad) or bad.min() < OVERFLOW or (len(good) and good.max() >= bad.min()):
        return None
    least = number(float(bad.min()))
    where = f"exactly where {{name}} has absolute values of {least} and more"
    if not len(good):
        where = f"where {{name}} has absolute values up to {least}"
        if len(marked) > 1:
            where = f"where {{name}} has absolute values of {least} and more"
    return where, _BOTH


_EXP = (
    "Usually exp overflows: np.exp gives inf beyond 709 (beyond 88 in float32), and inf − inf or "
    "inf / inf is nan. Subtract the largest entry first, or use a formula that does not need exp "
    "of large numbers."
)
_BOTH = (
    "With such numbers np.exp overflows to inf (beyond 709, or beyond 88 in float32), and a "
    "probability becomes exactly 0 or 1, so that its logarithm, or that of 1 minus it, is −inf; "
    "inf − inf and 0 · inf are nan. Usually a formula that takes the logarithm before it is too "
    "late helps, such as np.logaddexp."
)


def _certain(arrays: list[Array], marked: list[tuple[Array, Array]]) -> tuple[str, str] | None:
    """Probabilities of exactly 0 or 1."""
    for array, (bad, _) in zip(arrays, marked, strict=True):
        if (array < 0.0).any() or (array > 1.0).any():
            return None
        ends = (array == 0.0) | (array == 1.0)
        if len(bad) == len(array) != array.size:
            ends = ends.reshape(len(array), -1).any(axis=1)
        elif len(bad) != array.size:
            ends = np.array([ends.any()])
        if not np.array_equal(ends.reshape(-1), bad):
            return None
    if all(map(is_whole, arrays)):  # labels
        return None
    return (
        "exactly where {name} has a 0 or a 1",
        "Usually this is the logarithm of 0, or a division by 0: −inf, or nan if it is multiplied "
        "by 0. Keep such values a little away from 0 and 1, or leave those terms out.",
    )


def always_the_same(cases: Cases) -> Diagnosis | None:
    """The same number for everything, or the same answer for different inputs."""
    if not cases.is_finite or cases.in_place:
        return None
    if not cases.shows():
        return None
    numbers = {float(value) for case in cases for value in case.got.reshape(-1)[:2_000]}
    hint = (
        "Usually the result is never filled in, is overwritten in the end, or does not use the "
        "arguments at all."
    )
    if len(numbers) == 1 and all(np.ptp(case.got) == 0.0 for case in cases):
        value = number(numbers.pop())
        every = "every entry of " if cases[0].expected.ndim else ""
        title = f"{every.capitalize()}{cases.name if every else cases.noun} is {value}{cases.seen}"
        return tell("constant", title, hint)
    first = cases[0].got
    if len(cases) > 1 and all(np.array_equal(case.got, first) for case in cases):
        if all(case.close(case.expected, cases[0].expected, CLEAR) for case in cases):
            return None
        return tell("constant", f"{cases.noun} is always the same{cases.seen}", hint)
    return None


def _wrong(case: Case) -> Array:
    with np.errstate(invalid="ignore"):
        return np.asarray(~(np.abs(case.got - case.expected) <= case.tolerance))


def _is_rest(case: Case, wrong: Array, right: Array) -> bool:
    """Whether this part is right, and all the rest is wrong."""
    return np.array_equal(wrong, ~right)


def _covers(case: Case, wrong: Array, right: Array) -> bool:
    """Whether this part is right, and of the rest all that could be seen to be wrong is wrong."""
    faint = np.abs(case.expected) <= CLEAR * case.tolerance
    return bool(wrong.any()) and not (wrong & right).any() and bool((wrong | right | faint).all())


def _is_no_accident(cases: Cases, right: list[Array], said: str, only_wrong: bool) -> bool:
    """Whether the right entries show enough."""
    if "expected" not in said and not _has_room(cases, said):
        return False
    # Zeros and ones among other numbers are often right for no reason.
    telling = not all(map(is_whole, right)) or all(is_whole(case.expected) for case in cases)
    if telling and is_evidence(cases, right):
        return True
    clear = [np.abs(part) > CLEAR * c.tolerance for c, part in zip(cases, right, strict=True)]
    return only_wrong and "expected" not in said and sum(int(mask.sum()) for mask in clear) >= 6


def _has_room(cases: Cases, said: str) -> bool:
    """Whether a place means something: one row of two is the last one, or the first, by chance."""
    if len(cases) < 2 and "entry" in said:
        return False
    lengths = [
        min(case.expected.shape) if "diagonal" in said else case.expected.shape["column" in said]
        for case in cases
    ]
    return lengths[0] >= 4 if len(lengths) == 1 else sum(n >= 3 for n in lengths) >= 2


def _is_right_up_to(case: Case, count: float) -> bool:
    if not case.same_shape or not case.expected.ndim or count != int(count):
        return False
    if not 0 < count < len(case.expected):
        return False
    wrong = _wrong(case).reshape(len(case.expected), -1)
    return not wrong[: int(count)].any() and bool(wrong[int(count) :].any(axis=1).all())
