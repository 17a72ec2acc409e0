"""Cross-entropy: of probabilities for two classes, and of logits for several."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.softmax_loss import loss_slope, softmax_loss

Array = np.ndarray[Any, Any]


def cross_entropy(p: Array, y: Array, eps: float = 1e-7) -> float:
    """`−(1/n) Σ [y ln(p + ε) + (1 − y) ln(1 − p + ε)]`, with `p` of shape (n,) or (n, 1)."""
    flat, y = np.reshape(p, -1), np.asarray(y, dtype=np.float64)
    return float(-np.mean(y * np.log(flat + eps) + (1.0 - y) * np.log(1.0 - flat + eps)))


def cross_entropy_grad(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """Its gradient in `p`, of the shape of `p`: `(1/n)(−y/(p + ε) + (1 − y)/(1 − p + ε))`."""
    flat, y = np.reshape(p, -1), np.asarray(y, dtype=np.float64)  # −y of an unsigned 1 is not −1
    slope = (-y / (flat + eps) + (1.0 - y) / (1.0 - flat + eps)) / len(flat)
    return np.asarray(slope.reshape(np.shape(p)))


def softmax_cross_entropy(Z: Array, y: Array) -> tuple[float, Array]:
    """The mean softmax loss of logits for integer labels, and its gradient in the logits."""
    return softmax_loss(Z, y), loss_slope(Z, y) / len(y)
