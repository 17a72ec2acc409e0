"""Kernels: Gram matrices of the rows of two arrays, shapes (n, d) and (m, d) to (n, m)."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def linear_kernel(X: Array, Z: Array) -> Array:
    """`x·z`."""
    return np.asarray(X @ Z.T)


def polynomial_kernel(X: Array, Z: Array, degree: int = 3, coef0: float = 1.0) -> Array:
    """`(x·z + coef0)^degree`."""
    return np.asarray((X @ Z.T + coef0) ** degree)


def rbf_kernel(X: Array, Z: Array, gamma: float = 1.0) -> Array:
    """`exp(−γ‖x − z‖²)`."""
    return np.asarray(np.exp(-gamma * squared_distances(X, Z)))


def squared_distances(X: Array, Z: Array) -> Array:
    """`‖x − z‖²` for every pair, by `‖x‖² + ‖z‖² − 2 x·z`; rounding never makes it negative."""
    sizes = np.sum(X**2, axis=1)[:, None] + np.sum(Z**2, axis=1)[None, :]
    return np.asarray(np.maximum(sizes - 2.0 * (X @ Z.T), 0.0))
