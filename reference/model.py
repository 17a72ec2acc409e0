"""A stack of layers for two classes, with its parameters as one vector for an optimiser."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.cross_entropy import cross_entropy, cross_entropy_grad

Array = np.ndarray[Any, Any]


class Model:
    """Layers one after the other; the last one gives a probability."""

    def __init__(self, input_dim: int, rho: float = 0.0, seed: int = 0) -> None:
        self.rho = rho
        self.layers: list[Any] = []
        self._size = input_dim
        self._rng = np.random.default_rng(seed)

    def add(self, layer: Any) -> None:
        """Set the layer up for the output of the one before, and append it."""
        size = layer.setup(self._size, self._rng)
        self._size = layer.W.shape[1] if hasattr(layer, "W") else (size or self._size)
        self.layers.append(layer)

    def forward(self, X: Array) -> Array:
        """(n, D) to the output of the last layer."""
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def get_params(self) -> Array:
        """`W1, b1, W2, b2, …`, each flattened in C order."""
        parts = [part.ravel() for layer in self._dense() for part in (layer.W, layer.b)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def set_params(self, v: Array) -> None:
        """The inverse of `get_params`."""
        start = 0
        for layer in self._dense():
            for name in ("W", "b"):
                old = getattr(layer, name)
                setattr(layer, name, np.array(v[start : start + old.size]).reshape(old.shape))
                start += old.size

    def evaluate_loss(self, params: Array, X: Array, y: Array) -> tuple[float, Array]:
        """`cross_entropy + rho·Σ‖W‖²` and its gradient in the parameters; biases are free."""
        self.set_params(params)
        p = self.forward(X)
        penalty = self.rho * sum(float(np.sum(layer.W**2)) for layer in self._dense())
        upstream = cross_entropy_grad(p, y)
        for layer in reversed(self.layers):
            upstream = layer.backward(upstream)
        slopes = [
            part.ravel()
            for layer in self._dense()
            for part in (layer.dW + 2.0 * self.rho * layer.W, layer.db)
        ]
        return cross_entropy(p, y) + penalty, np.concatenate(slopes)

    def _dense(self) -> list[Any]:
        return [layer for layer in self.layers if hasattr(layer, "W")]
