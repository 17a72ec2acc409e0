"""k-means: Lloyd's iteration, started by k-means++ (Arthur and Vassilvitskii 2007)."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def kmeans_plus_plus(X: Array, k: int, seed: int = 0) -> Array:
    """Rows of `X` as centres, (k, d): the next one with probability ∝ squared distance.

    To the nearest of those chosen so far. Rows that are equal to one of them have distance 0, so
    centres differ as long as there are rows that do.
    """
    rng = np.random.default_rng(seed)
    chosen = [int(rng.integers(len(X)))]
    nearest = _to(X, chosen[0])
    while len(chosen) < k:
        total = nearest.sum()
        if total > 0.0:
            index = int(rng.choice(len(X), p=nearest / total))
        else:  # every row is a centre already
            index = int(rng.integers(len(X)))
        chosen.append(index)
        nearest = np.minimum(nearest, _to(X, index))
    return np.array(X[chosen], dtype=np.float64)


def _to(X: Array, index: int) -> Array:
    """Squared distances to one row: exactly 0 for rows that are equal to it."""
    return np.asarray(np.sum((X - X[index]) ** 2, axis=1))


def kmeans(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> tuple[Array, Array, float]:
    """Labels (n,), centres (k, d) and inertia, the sum of squared distances to the centres.

    A centre that loses all its rows stays where it is.
    """
    centers = kmeans_plus_plus(X, k, seed) if init is None else np.array(init, dtype=np.float64)
    # Around their middle, so that rows far from the origin lose no digits.
    middle = X.mean(axis=0)
    X, centers = X - middle, centers - middle
    labels = _nearest(X, centers)
    for _ in range(max_iter):
        centers = _means(X, labels, centers)
        moved = _nearest(X, centers)
        if np.array_equal(moved, labels):
            break
        labels = moved
    inertia = float(np.sum((X - centers[labels]) ** 2))
    return labels, centers + middle, inertia


def _nearest(X: Array, centers: Array) -> Array:
    """Of `‖x − c‖² = ‖x‖² + ‖c‖² − 2 x·c` the first part is the same for every centre."""
    scores = X @ (-2.0 * centers.T)
    scores += np.sum(centers**2, axis=1)  # in place: a second array would take longer than the rest
    return np.asarray(np.argmin(scores, axis=1))


def _means(X: Array, labels: Array, centers: Array) -> Array:
    """The mean of each cluster's rows, by one product with the matrix of memberships."""
    members = np.zeros((len(centers), len(X)))
    members[labels, np.arange(len(X))] = 1.0
    sizes = np.bincount(labels, minlength=len(centers))
    means = members @ X / np.maximum(sizes, 1.0)[:, None]
    return np.where(sizes[:, None] > 0.0, means, centers)
