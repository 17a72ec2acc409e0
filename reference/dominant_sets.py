"""Dominant sets (Pavan and Pelillo 2007): clusters of a weighted graph without self-loops.

`A` is symmetric and non-negative with a zero diagonal. A dominant set S is one in which every
vertex has positive weight, `w_S(i) > 0`, and to which no other could be added with one,
`w_{S∪{i}}(i) < 0`. Replicator dynamics find them: the support of a strict maximiser of `xᵀAx` on
the simplex is a dominant set.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def average_weighted_degree(A: Array, S: Sequence[int], i: int) -> float:
    """`awdeg_S(i) = (1/|S|) Σ_{j∈S} a_ij`."""
    return float(sum(A[i, j] for j in S) / len(S))


def relative_similarity(A: Array, S: Sequence[int], i: int, j: int) -> float:
    """`φ_S(i, j) = a_ij − awdeg_S(i)`, for i in S and j outside: like i, compared with S."""
    return float(A[i, j]) - average_weighted_degree(A, S, i)


def node_weight(A: Array, S: Sequence[int], i: int) -> float:
    """`w_S(i)`: 1 if S is i alone, else `Σ_{j∈S∖i} φ_{S∖i}(j, i)·w_{S∖i}(j)`.

    The same smaller sets come up again and again, so their weights are kept: 2^|S| sets, not |S|!
    orders in which to shrink S.
    """

    @functools.cache
    def weight(members: frozenset[int], i: int) -> float:
        others = members - {i}
        if not others:
            return 1.0
        inside = sorted(others)
        return sum(relative_similarity(A, inside, j, i) * weight(others, j) for j in inside)

    return weight(frozenset(S), i)


def is_dominant(A: Array, S: Sequence[int]) -> bool:
    """Whether S is a dominant set, by definition: for small graphs only."""
    outside = set(range(len(A))) - set(S)
    return all(node_weight(A, S, i) > 0.0 for i in S) and all(
        node_weight(A, [*S, i], i) < 0.0 for i in outside
    )


def replicator(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Array:
    """`x_i ← x_i (Ax)_i / xᵀAx` until it rests; from the barycentre if there is no `x0`."""
    x = np.full(len(A), 1.0 / len(A)) if x0 is None else np.array(x0, dtype=np.float64)
    for _ in range(max_iter):
        gains = A @ x
        value = x @ gains
        if value <= 0.0:  # no two vertices of the support are connected
            break
        moved = x * gains / value
        change = np.abs(moved - x).sum()
        x = moved / moved.sum()
        if change < tol:
            break
    return x


def dominant_sets(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
    """Labels 0, 1, … in the order in which the sets are peeled off; −1 for sets that are too small.

    (n,). A vertex belongs to the support if its share of the converged `x` is above `cutoff`.
    """
    labels = np.full(len(A), -1)
    left = np.arange(len(A))
    label = 0
    while len(left):
        x = replicator(A[np.ix_(left, left)])
        support = x > min(cutoff, x.max() / 2.0)  # never empty: something is peeled off each time
        if support.sum() >= min_size:
            labels[left[support]] = label
            label += 1
        left = left[~support]
    return labels
