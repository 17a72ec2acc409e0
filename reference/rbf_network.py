"""A generalised radial basis function network for two classes.

With `p = σ(Φw)`, and Φ the multiquadrics of P rows around N centres,

    L(w, C) = −(1/P) Σ [y ln p + (1 − y) ln(1 − p)] + rho1·‖w‖² + rho2·‖C‖²

Convex in the weights, where Newton's method is used; not in the centres, which move by steps of
steepest descent with Armijo's rule. The two take turns, so the loss never rises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from reference.logistic_regression import sigmoid

Array = np.ndarray[Any, Any]


def multiquadric(X: Array, C: Array, sigma: float) -> Array:
    """`Φ_ij = sqrt(‖x_i − c_j‖² + σ²)`; shape (P, N)."""
    difference = X[:, None, :] - C[None, :, :]
    return np.asarray(np.sqrt(np.sum(difference**2, axis=2) + sigma**2))


def loss(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """`L(w, C)`; a row costs `log(1 + e^a) − y·a` in terms of its score `a`."""
    scores = multiquadric(X, C, sigma) @ w
    data = np.mean(np.logaddexp(0.0, scores) - y * scores)
    return float(data + rho1 * (w @ w) + rho2 * np.sum(C**2))


def gradient_weights(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> Array:
    """`(1/P) Φᵀ(p − y) + 2 rho1 w`; shape (N,)."""
    return np.asarray(Phi.T @ (sigmoid(Phi @ w) - y) / len(Phi) + 2.0 * rho1 * w)


def hessian_weights(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """`(1/P) Φᵀ diag(p(1 − p)) Φ + 2 rho1 I`; shape (N, N)."""
    p = sigmoid(Phi @ w)
    curvature = (Phi.T * (p * (1.0 - p))) @ Phi / len(Phi)
    return np.asarray(curvature + 2.0 * rho1 * np.eye(Phi.shape[1]))


def newton(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Array:
    """The weights that minimise the loss for fixed centres; shape (N,).

    Damped: a full step can overshoot where the sigmoid is flat, and then it is halved.
    """

    def value(w: Array) -> float:
        scores = Phi @ w
        return float(np.mean(np.logaddexp(0.0, scores) - y * scores) + rho1 * (w @ w))

    w = np.zeros(Phi.shape[1]) if w0 is None else np.array(w0, dtype=np.float64)
    for _ in range(max_iter):
        slope = gradient_weights(Phi, y, w, rho1)
        if np.linalg.norm(slope) <= tol:
            break
        direction = -np.linalg.solve(hessian_weights(Phi, w, rho1), slope)
        step = armijo(value, w, direction, float(slope @ direction))
        if step == 0.0:  # no decrease that rounding would let us see
            break
        w = w + step * direction
    return w


def gradient_centers(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Array:
    """The gradient of the loss in the centres; shape (N, d).

    `∂φ_ij/∂c_j = −(x_i − c_j)/φ_ij`.
    """
    Phi = multiquadric(X, C, sigma)
    weight = np.outer(sigmoid(Phi @ w) - y, w) / Phi / len(X)
    return np.asarray(weight.sum(axis=0)[:, None] * C - weight.T @ X + 2.0 * rho2 * C)


def armijo(
    f: Callable[[Array], float],
    x: Array,
    direction: Array,
    slope: float,
    t0: float = 1.0,
    beta: float = 0.5,
    c1: float = 1e-4,
    max_steps: int = 50,
) -> float:
    """The largest `t0·beta^m` with `f(x + t·d) ≤ f(x) + c1·t·slope`; 0 if there is none."""
    if slope >= 0.0:
        return 0.0
    start, t = f(x), t0
    for _ in range(max_steps):
        if f(x + t * direction) <= start + c1 * t * slope:
            return t
        t *= beta
    return 0.0


def fit(
    X: Array,
    y: Array,
    n_centers: int,
    sigma: float = 1.0,
    rho1: float = 1e-3,
    rho2: float = 1e-3,
    n_iter: int = 20,
    seed: int = 0,
) -> tuple[Array, Array, list[float]]:
    """Centres from random rows; then in turn Newton in `w` and one Armijo step in `C`.

    Returns the centres, the weights and the loss after each round, which never rises.
    """
    rng = np.random.default_rng(seed)
    C = X[rng.choice(len(X), size=n_centers, replace=False)].astype(np.float64)
    w = np.zeros(n_centers)
    history: list[float] = []
    for _ in range(n_iter):
        w = newton(multiquadric(X, C, sigma), y, rho1, w)
        slope = gradient_centers(X, y, C, w, sigma, rho2)

        def along(centers: Array, w: Array = w) -> float:
            return loss(X, y, centers, w, sigma, rho1, rho2)

        C = C - armijo(along, C, -slope, -float(np.sum(slope**2))) * slope
        history.append(loss(X, y, C, w, sigma, rho1, rho2))
    return C, w, history


def predict_proba(X: Array, C: Array, w: Array, sigma: float) -> Array:
    """The probability of class 1 for each row; shape (P,)."""
    return sigmoid(multiquadric(X, C, sigma) @ w)
