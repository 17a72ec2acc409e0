"""The perceptron (Rosenblatt 1958): a linear classifier that learns from its mistakes only.

Labels are −1 and +1. `X` has a column of ones if a bias is wanted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def predict(X: Array, w: Array) -> Array:
    """The sign of each row's score, −1 or +1; shape (n,). A score of zero counts as +1."""
    return np.where(X @ w >= 0.0, 1.0, -1.0)


def loss(X: Array, y: Array, w: Array) -> float:
    """`−Σ y_i x_iᵀw` over the misclassified rows: zero if there are none, never negative."""
    margins = y * (X @ w)
    return float(-margins[margins < 0.0].sum())


def gradient(X: Array, y: Array, w: Array) -> Array:
    """`−Σ y_i x_i` over the misclassified rows; shape (d,).

    A row with a score of zero counts as misclassified: from `w = 0` nothing would be learnt
    otherwise.
    """
    missed = y * (X @ w) <= 0.0
    return np.asarray(-(X[missed].T @ y[missed]), dtype=np.float64)


def epoch(X: Array, y: Array, w: Array, lr: float = 1.0, batch: int = 1) -> int:
    """One pass in order, `w −= lr · gradient` for each slice; `w` is changed in place.

    Returns the number of slices, `⌈n/batch⌉`.
    """
    starts = range(0, len(X), batch)
    for start in starts:
        rows = slice(start, start + batch)
        w -= lr * gradient(X[rows], y[rows], w)
    return len(starts)


def fit(
    X: Array, y: Array, lr: float = 1.0, batch: int = 1, epochs: int = 100, seed: int = 0
) -> tuple[Array, list[int]]:
    """Start at `w = 0` and make passes in shuffled order until none is misclassified.

    Returns the weights and the number of training errors after each pass.
    """
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        order = rng.permutation(len(X))
        epoch(X[order], y[order], w, lr, batch)
        history.append(int(np.sum(predict(X, w) != y)))
        if history[-1] == 0:
            break
    return w, history


def iterations(epochs: int, n: int, batch: int) -> int:
    """How many times the weights are updated in so many passes, `epochs · ⌈n/batch⌉`."""
    return epochs * -(-n // batch)
