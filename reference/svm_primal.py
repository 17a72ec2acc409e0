"""The support vector machine in its weights: margins, the hinge loss, stochastic subgradients.

Labels are −1 and +1; `w` has shape (d,), `b` is a number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def functional_margin(X: Array, y: Array, w: Array, b: float) -> float:
    """The smallest `y_i (x_i·w + b)`."""
    return float(_margins(X, y, w, b).min())


def geometric_margin(X: Array, y: Array, w: Array, b: float) -> float:
    """The same in units of distance: divided by `‖w‖`."""
    return functional_margin(X, y, w, b) / float(np.linalg.norm(w))


def hinge_loss(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """`½‖w‖² + C Σ max(0, 1 − y_i(x_i·w + b))`."""
    return float(0.5 * (w @ w) + C * np.maximum(0.0, 1.0 - _margins(X, y, w, b)).sum())


def hinge_subgradient(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """`w − C Σ y_i x_i` and `−C Σ y_i`, over the rows with a margin below 1."""
    inside = _margins(X, y, w, b) < 1.0
    return w - C * (X[inside].T @ y[inside]), float(-C * y[inside].sum())


def sgd_epoch(X: Array, y: Array, w: Array, b: float, lr: float, C: float) -> tuple[Array, float]:
    """One pass in order; each row's step is along its part `½‖w‖²/n + C·hinge_i` of the loss."""
    w, b = np.array(w, dtype=np.float64), float(b)
    for x, label in zip(X, y, strict=True):
        inside = label * (x @ w + b) < 1.0
        w = (1.0 - lr / len(X)) * w  # every row shrinks the weights, whatever its margin
        if inside:
            w = w + lr * C * label * x
            b = b + lr * C * float(label)
    return w, b


def _margins(X: Array, y: Array, w: Array, b: float) -> Array:
    return np.asarray(y * (X @ w + b))
