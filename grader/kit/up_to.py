"""One form for answers that are right up to something: names of clusters, signs, rotations.

Where the mathematics leaves a choice, two correct answers need not be equal, and a wrong one must
not hide behind that. These functions bring an answer into the form in which right ones are equal.
What is not such an answer at all comes back as it is, for the comparison to say so.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from grader.kit import compare

Array = np.ndarray[Any, Any]


def renamed(labels: Any) -> Any:
    """Labels with the clusters numbered in the order in which they appear; negative ones stay."""
    array = compare.numeric(labels)
    if array is None or array.ndim != 1 or not _whole(array):
        return labels
    names: dict[int, int] = {}
    return np.array(
        [name if name < 0 else names.setdefault(name, len(names)) for name in map(int, array)],
        dtype=np.int64,
    )


def _whole(array: Array) -> bool:
    if array.dtype.kind != "f":
        return True
    return bool(np.isfinite(array).all() and (array == np.rint(array)).all())


def matched(expected: Array, labels: Array) -> Array:
    """The labels under the renaming of clusters that agrees best with the expected ones.

    Negative labels are no clusters and stay; clusters for which nothing is left get new names.
    """
    from scipy.optimize import linear_sum_assignment

    wanted, given = (np.unique(names[names >= 0]) for names in (expected, labels))
    new = itertools.count(int(max(expected.max(initial=-1), 0)) + 1)
    names = {}
    if len(wanted) and len(given):
        shared = [[np.sum((expected == e) & (labels == g)) for g in given] for e in wanted]
        for row, column in zip(*linear_sum_assignment(-np.array(shared)), strict=True):
            names[given[column]] = int(wanted[row])
    renaming = {name: names[name] if name in names else next(new) for name in given}
    return np.array([renaming.get(name, -1) for name in labels], dtype=np.int64)


def misplaced(expected: Array, labels: Array) -> Array:
    """Which entries are in another cluster than expected, under the best renaming of clusters."""
    return np.asarray(matched(expected, labels) != expected)


def signs(rows: Any) -> Array | None:
    """For each row the sign that makes its largest entry positive; None if these are no rows."""
    array = compare.numeric(rows)
    if array is None or array.ndim != 2 or not array.shape[1]:
        return None
    array = array.astype(np.float64)
    largest = np.argmax(np.abs(array), axis=1)
    return np.where(array[np.arange(len(array)), largest] < 0.0, -1.0, 1.0)


def gram(rows: Any) -> Any:
    """The products of all pairs of rows: the same however the rows are rotated or reflected."""
    array = compare.numeric(rows)
    if array is None or array.ndim != 2:
        return rows
    array = array.astype(np.float64)
    return array @ array.T
