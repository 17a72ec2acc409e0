"""Softmax regression by stochastic gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.softmax_loss import loss_slope

Array = np.ndarray[Any, Any]


def softmax_regression_epoch(
    X: Array, y: Array, theta: Array, lr: float = 0.1, batch: int = 100
) -> None:
    """One pass over the rows in order, `theta` changed in place.

    `X` is (n, d), `y` (n,), `theta` (d, k). Each slice of at most `batch` rows gives the step
    `theta −= lr · Xbᵀ(softmax(Xb theta) − I_b) / b`, with `b` the slice's own number of rows.
    """
    for start in range(0, len(X), batch):
        rows, labels = X[start : start + batch], y[start : start + batch]
        theta -= lr / len(rows) * (rows.T @ loss_slope(rows @ theta, labels))
