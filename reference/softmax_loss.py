"""The softmax (cross-entropy) loss."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def softmax_loss(Z: Array, y: Array) -> float:
    """The mean over the rows of `log Σ_j exp Z_ij − Z_i,y_i`.

    `Z` holds logits, shape (n, k); `y` the true classes 0..k−1, shape (n,). Subtracting the
    largest logit of each row changes nothing in exact arithmetic and keeps `exp` from overflowing.
    """
    shifted = Z - Z.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(shifted).sum(axis=1))
    return float(np.mean(log_sum - shifted[np.arange(len(y)), y]))


def softmax(Z: Array) -> Array:
    """The softmax of each row: positive, adding up to one; shape (n, k) as `Z`."""
    exponentials = np.exp(Z - Z.max(axis=1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))


def loss_slope(Z: Array, y: Array) -> Array:
    """The gradient of the *summed* loss in the logits, `softmax(Z) − I_y`; shape (n, k)."""
    slope = softmax(Z)
    slope[np.arange(len(y)), y] -= 1.0
    return slope
