"""A network of two layers, without biases, by stochastic gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.softmax_loss import loss_slope

Array = np.ndarray[Any, Any]


def logits(X: Array, W1: Array, W2: Array) -> Array:
    """`ReLU(X W1) W2`; shape (n, k) for `X` (n, d), `W1` (d, h), `W2` (h, k)."""
    return np.asarray(np.maximum(X @ W1, 0.0) @ W2)


def nn_epoch(X: Array, y: Array, W1: Array, W2: Array, lr: float = 0.1, batch: int = 100) -> None:
    """One pass over the rows in order, `W1` and `W2` changed in place.

    `X` is (n, d), `y` (n,), `W1` (d, h), `W2` (h, k). Both gradients of a slice are taken at the
    weights as they are before its step.
    """
    for start in range(0, len(X), batch):
        rows, labels = X[start : start + batch], y[start : start + batch]
        hidden = np.maximum(rows @ W1, 0.0)
        slope2 = loss_slope(hidden @ W2, labels)
        slope1 = (hidden > 0.0) * (slope2 @ W2.T)
        step = lr / len(rows)
        W2 -= step * (hidden.T @ slope2)
        W1 -= step * (rows.T @ slope1)
