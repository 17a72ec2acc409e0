"""Layers of a network: each knows how to go forward, and how to carry a gradient back.

`setup(input_dim, rng)` makes the parameters and returns the size of the output; `forward(X)` maps
(n, D) to (n, units) and remembers what `backward` needs; `backward(upstream)` takes the gradient in
the output, keeps the gradients in the parameters (`dW`, `db`), and returns the one in the input.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.logistic_regression import sigmoid

Array = np.ndarray[Any, Any]


class Dense:
    """`XW + b`, with `W` of shape (D, units) and `b` of shape (units,)."""

    def __init__(self, units: int) -> None:
        self.units = units

    def setup(self, input_dim: int, rng: np.random.Generator) -> int:
        """Small random weights (He et al. 2015), biases zero."""
        self.W = rng.normal(size=(input_dim, self.units)) * np.sqrt(2.0 / input_dim)
        self.b = np.zeros(self.units)
        return self.units

    def forward(self, X: Array) -> Array:
        """(n, D) to (n, units)."""
        self.X = X
        return np.asarray(X @ self.W + self.b)

    def backward(self, upstream: Array) -> Array:
        """`dW = Xᵀ·up`, `db = Σ_rows up`; returns `up·Wᵀ`."""
        self.dW = self.X.T @ upstream
        self.db = upstream.sum(axis=0)
        return np.asarray(upstream @ self.W.T)


class Elementwise:
    """A layer without parameters that treats every entry alike."""

    def setup(self, input_dim: int, rng: np.random.Generator) -> int:
        """Nothing to set up: the size stays."""
        return input_dim

    def forward(self, X: Array) -> Array:
        """The function of each entry."""
        self.X = X
        self.output = self.value(X)
        return self.output

    def backward(self, upstream: Array) -> Array:
        """The upstream gradient times the slope at each entry."""
        return np.asarray(upstream * self.slope())

    def value(self, X: Array) -> Array:
        """The function itself."""
        raise NotImplementedError

    def slope(self) -> Array:
        """Its derivative at what went forward last."""
        raise NotImplementedError


class Tanh(Elementwise):
    """`tanh(σx)`, whose derivative is `σ(1 − tanh²(σx))`."""

    def __init__(self, sigma: float = 1.0) -> None:
        self.sigma = sigma

    def value(self, X: Array) -> Array:
        """By NumPy's own, which does not overflow."""
        return np.asarray(np.tanh(self.sigma * X))

    def slope(self) -> Array:
        """`σ(1 − tanh²(σx))`."""
        return np.asarray(self.sigma * (1.0 - self.output**2))


class ReLU(Elementwise):
    """`max(x, 0)`."""

    def value(self, X: Array) -> Array:
        """The positive part."""
        return np.maximum(X, 0.0)

    def slope(self) -> Array:
        """One where the input is positive."""
        return np.asarray((self.X > 0.0).astype(np.float64))


class Sigmoid(Elementwise):
    """`1/(1 + e^{−x})`, whose derivative is `s(1 − s)`."""

    def value(self, X: Array) -> Array:
        """Without overflow."""
        return sigmoid(X)

    def slope(self) -> Array:
        """`s(1 − s)`."""
        return np.asarray(self.output * (1.0 - self.output))
