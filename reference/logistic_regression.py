"""Logistic regression by stochastic gradient descent, with a ridge penalty.

Labels are 0 and 1, of any numeric type. `X` has a column of ones if a bias is wanted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def sigmoid(a: Any) -> Array:
    """`1/(1 + e^{−a})`, entry by entry.

    `exp` is only ever taken of numbers below zero, so nothing overflows.
    """
    small = np.exp(-np.abs(a))
    return np.asarray(np.where(np.asarray(a) >= 0.0, 1.0, small) / (1.0 + small))


def predict_proba(X: Array, w: Array) -> Array:
    """The probability of class 1 for each row; shape (n,)."""
    return sigmoid(X @ w)


def loss(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The mean negative log-likelihood plus `l2·wᵀw`.

    In terms of the score `a` a row costs `log(1 + e^a) − y·a`, which is finite for any `a`.
    """
    scores = X @ w
    return float(np.mean(np.logaddexp(0.0, scores) - y * scores) + l2 * (w @ w))


def gradient(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """`(1/n) Xᵀ(ŷ − y) + 2·l2·w`; shape (d,)."""
    return np.asarray(X.T @ (predict_proba(X, w) - y) / len(y) + 2.0 * l2 * w)


def epoch(X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0) -> None:
    """One pass in order, `w −= lr · gradient` for each slice; `w` is changed in place."""
    for start in range(0, len(X), batch):
        rows = slice(start, start + batch)
        w -= lr * gradient(X[rows], y[rows], w, l2)


def fit(
    X: Array,
    y: Array,
    lr: float = 0.1,
    batch: int = 32,
    epochs: int = 100,
    l2: float = 0.0,
    seed: int = 0,
) -> Array:
    """Start at `w = 0` and make passes in shuffled order; returns the weights, shape (d,)."""
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        order = rng.permutation(len(X))
        epoch(X[order], y[order], w, lr, batch, l2)
    return w
