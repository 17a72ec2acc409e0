"""The right numbers in the wrong places: transposed, reordered, of another shape."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import Array, Case, Cases, is_evidence, tell

MAX_DIMENSIONS = 4


def transposed(cases: Cases) -> Diagnosis | None:
    """Rows and columns are exchanged."""
    if not _all(cases, lambda case, got: got.ndim == 2 and case.close(got.T, case.expected)):
        return None
    if not _told_apart(cases):
        return None
    title = f"{cases.noun} is the transpose of what is expected{cases.seen}"
    hint = (
        "Rows and columns are exchanged: usually the two sides of a product (A.T @ B for B.T @ A), "
        "or rows and columns of an input, are mixed up; a .T in the right place mends it."
    )
    return tell("transposed", title, hint)


def reordered(cases: Cases) -> Diagnosis | None:
    """The right rows, columns or entries in another order."""
    if not cases.is_finite or not _told_apart(cases):
        return None
    entries = all(case.expected.ndim == 1 for case in cases)
    orders: list[tuple[str, str, Callable[[Array], Array]]] = (
        [
            ("reversed", "entries", lambda a: a[::-1]),
            ("from the smallest to the largest", "entries", np.sort),
            ("from the largest to the smallest", "entries", lambda a: np.sort(a)[::-1]),
        ]
        if entries
        else [
            ("reversed", "rows", lambda a: a[::-1]),
            ("reversed", "columns", lambda a: a[:, ::-1]),
        ]
    )
    if not entries and not all(case.expected.ndim == 2 for case in cases):
        return None
    for how, what, order in orders:
        if all(case.close(case.got, order(case.expected)) for case in cases):
            if how != "reversed" and not any(_are_different(case.expected) for case in cases):
                continue
            said = f"{cases.noun} has the right {what}, but their order is {how}{cases.seen}"
            if how != "reversed":
                said = f"{cases.noun} has the right {what}, but {how}{cases.seen}"
            return tell("order", said, _ORDER)
    for what in ("rows", "columns"):
        by_row = what == "rows"
        if all(_is_permuted(case, by_row=by_row) for case in cases):
            rows = [case.expected if by_row else case.expected.T for case in cases]
            if not any(map(_are_different, rows)):
                continue
            part = "entries" if entries else what
            said = f"{cases.noun} has the right {part}, but in another order{cases.seen}"
            return tell("order", said, _ORDER)
        if entries:
            return None
    return None


_ORDER = (
    "Usually something is sorted (or not sorted), shuffled or walked through in another order than "
    "the one that is asked for, and not put back."
)


def reshaped(cases: Cases) -> Diagnosis | None:
    """All the right numbers, one after the other, but in another shape."""

    def same_numbers(case: Case, got: Array) -> bool:
        return got.shape != case.expected.shape and case.close(
            got.reshape(-1), case.expected.reshape(-1)
        )

    if not _all(cases, same_numbers) or not cases.shows():
        return None
    got, right = _shapes(cases[0])
    if all(not _shapes(c)[1] for c in cases):
        how = "as an array"
        hint = (
            "Usually np.atleast_1d, np.array([…]) or a ravel makes an array of a number, or "
            "keepdims=True leaves an axis where nothing is left to sum."
        )
    elif all(_is_longer(right, got) for got, right in map(_shapes, cases)):
        how = "without the axis of length 1"
        hint = (
            "Usually np.squeeze takes away every axis of length 1: also where a single row, or a "
            "single column, makes it so short."
        )
    elif all(_is_longer(got, right) for got, right in map(_shapes, cases)):
        how = "with an extra axis of length 1"
        hint = (
            "Usually a column (n, 1) is made where a vector (n,) is asked for: keepdims=True, "
            "reshape(-1, 1) or [:, None]. Subtracting such a column from a vector gives a matrix."
        )
    elif all(len(_shapes(c)[0]) == 1 for c in cases):
        how = "flattened into one dimension"
        hint = "Usually a ravel, flatten or reshape(-1) is one too many, or an axis was lost."
    else:
        how = "in another shape"
        hint = "A reshape at the end mends it; look at which axis should come first."
    title = f"{cases.noun} has the right numbers {how}: {got} where {right} is asked for"
    return tell("shape", f"{title}{cases.seen}", hint)


def one_too_many(cases: Cases) -> Diagnosis | None:
    """The right array with rows or columns too many or too few at one end."""
    if any(case.array is None or case.same_shape for case in cases):
        return None
    for axis, end in ((0, "last"), (0, "first"), (1, "last"), (1, "first")):
        for more in (True, False):
            if all(_fits(case, axis, end, more) for case in cases):
                common = [_shorter(case) for case in cases]
                if not is_evidence(cases, common):
                    return None
                return _uneven(cases, axis, end, more)
    return None


def _uneven(cases: Cases, axis: int, end: str, more: bool) -> Diagnosis:
    entries = cases[0].expected.ndim == 1
    what = "entry" if entries else ("row", "column")[axis]
    got, right = _shapes(cases[0])
    extra = f"an extra {end} {what}" if more else f"the {end} {what} missing"
    if any(abs(_shapes(c)[0][axis] - _shapes(c)[1][axis]) > 1 for c in cases):
        many = {"entry": "entries", "row": "rows", "column": "columns"}[what]
        place = "at the end" if end == "last" else "at the beginning"
        extra = f"extra {many} {place}" if more else f"missing {many} {place}"
    title = f"{cases.noun} is right but for {extra}: shape {got} for {right}{cases.seen}"
    hint = (
        "Usually a loop or a slice ends too late, everything is returned where a part is asked "
        "for, or the state before the first step is kept, too."
        if more
        else "Usually a loop, a range or a slice ends too early or begins too late."
    )
    return tell("length", title, hint)


def over_the_wrong_axis(cases: Cases) -> Diagnosis | None:
    """As many numbers as an input has columns, where one for each row is asked for."""

    def shape_of(case: Case) -> str | None:
        if case.array is None or case.array.ndim != 1 or case.expected.ndim != 1:
            return None
        for name, argument in case.call.arrays.items():
            if argument.ndim == 2 and argument.shape[0] != argument.shape[1]:
                if (len(case.expected), len(case.array)) == argument.shape:
                    return f"each row of {name} is asked for, but there is one for each column"
                if (len(case.array), len(case.expected)) == argument.shape:
                    return f"each column of {name} is asked for, but there is one for each row"
        return None

    said = {shape_of(case) for case in cases}
    if len(said) != 1 or None in said:
        return None
    got, right = _shapes(cases[0])
    title = f"{cases.noun} has shape {got}, not {right}: one number for {said.pop()}{cases.seen}"
    hint = (
        "Usually a sum, mean, maximum or norm is taken over the wrong axis: axis=0 goes down the "
        "columns and leaves one number per column, axis=1 leaves one per row."
    )
    return tell("axis", title, hint)


def not_reduced(cases: Cases) -> Diagnosis | None:
    """Many numbers whose sum or mean is the right one, or their sum where they are asked for."""
    if not cases.shows():
        return None
    for word, reduce in (("mean", np.mean), ("sum", np.sum)):
        if _all(cases, functools.partial(_reduces, reduce, to_right=True)):
            where = f" as {cases[0].output.name}" if cases[0].output.name else ""
            many = "One value per row is" if all(map(_is_by_row, cases)) else "Many values are"
            title = f"{many} returned{where}; their {word} is the right answer{cases.seen}"
            return tell("reduced", title, f"Return the {word}.")
        right = cases[0].expected.shape
        if _all(cases, functools.partial(_reduces, reduce, to_right=False)):
            title = (
                f"{cases.noun} is a single number, the {word} of the array of shape {right} that "
                f"is asked for{cases.seen}"
            )
            return tell("reduced", title, f"Usually a {word} over all axes is one step too many.")
    return None


def _is_by_row(case: Case) -> bool:
    """Whether there is one number for each row, or entry, of the first argument."""
    first = next(iter(case.call.arrays.values()), None)
    return first is not None and case.array is not None and case.array.shape == first.shape[:1]


def _reduces(reduce: Callable[[Array], Any], case: Case, got: Array, to_right: bool) -> bool:
    many, one = (got, case.expected) if to_right else (case.expected, got)
    if not one.size == 1 < many.size:
        return False
    return abs(float(reduce(many)) - float(one.reshape(-1)[0])) <= case.tolerance


def outer(cases: Cases) -> Diagnosis | None:
    """A square matrix where a vector is asked for: broadcasting."""
    if not all(
        case.array is not None
        and case.expected.ndim == 1
        and len(case.expected) > 1
        and case.array.shape == 2 * case.expected.shape
        for case in cases
    ):
        return None
    got, right = _shapes(cases[0])
    title = f"{cases.noun} is a matrix of shape {got} where {right} is asked for{cases.seen}"
    hint = (
        "Usually a column (n, 1) meets a vector (n,): NumPy then makes a matrix (n, n) of all "
        "pairs. Give both the same shape, for example with .reshape(-1)."
    )
    return tell("broadcast", title, hint)


def _shapes(case: Case) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (() if case.array is None else case.array.shape), case.expected.shape


def _all(cases: Cases, holds: Callable[[Case, Array], bool]) -> bool:
    return all(
        case.array is not None
        and case.array.ndim <= MAX_DIMENSIONS
        and bool(np.isfinite(case.array).all())
        and holds(case, case.array)
        for case in cases
    )


def _is_longer(shape: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether it is the other shape and an axis of length 1, or several."""
    kept = [length for length in other if length != 1]
    return len(shape) > len(other) and [length for length in shape if length != 1] == kept


def _told_apart(cases: Cases) -> bool:
    """Whether the entries are different enough for an order to mean something."""
    return cases.shows()


def _are_different(rows: Array) -> bool:
    """Whether most rows are different: where many are equal, as labels are, order is no news."""
    return len(rows) >= 3 and len(np.unique(rows, axis=0)) > 0.7 * len(rows)


def _is_permuted(case: Case, *, by_row: bool) -> bool:
    got, right = (case.got, case.expected) if by_row else (case.got.T, case.expected.T)
    if got.shape != right.shape or got.ndim not in (1, 2):
        return False
    if got.ndim == 1:
        return case.close(np.sort(got), np.sort(right))
    # By one key for each row: sorting by single entries would be at the mercy of rounding errors.
    key = np.cos(np.arange(1.0, got.shape[1] + 1.0))
    one, other = np.argsort(got @ key), np.argsort(right @ key)
    return case.close(got[one], right[other])


def _fits(case: Case, axis: int, end: str, more: bool) -> bool:
    long, short = (case.array, case.expected) if more else (case.expected, case.array)
    if long is None or short is None or long.ndim != short.ndim or not axis < long.ndim <= 2:
        return False
    extra = long.shape[axis] - short.shape[axis]
    wanted = list(short.shape)
    wanted[axis] += extra
    if extra < 1 or list(long.shape) != wanted or not np.isfinite(long).all() or not short.size:
        return False
    keep = slice(0, -extra) if end == "last" else slice(extra, None)
    return case.close(long[keep] if axis == 0 else long[:, keep], short)


def _shorter(case: Case) -> Array:
    assert case.array is not None
    return min(case.array, case.expected, key=lambda array: array.size)
