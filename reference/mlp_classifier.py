"""A multi-layer perceptron for several classes, trained by mini-batch gradient descent."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.cross_entropy import softmax_cross_entropy
from reference.layers import Dense, ReLU
from reference.softmax_loss import softmax

Array = np.ndarray[Any, Any]


class MLPClassifier:
    """ReLU hidden layers and a softmax output, for labels 0..k−1."""

    def __init__(
        self,
        hidden: tuple[int, ...] = (16,),
        lr: float = 0.1,
        epochs: int = 200,
        batch: int = 16,
        l2: float = 0.0,
        seed: int = 0,
    ) -> None:
        self.hidden, self.lr, self.epochs = hidden, lr, epochs
        self.batch, self.l2, self.seed = batch, l2, seed

    def fit(self, X: Array, y: Array) -> MLPClassifier:
        """Learn from rows and labels; inputs are standardised with what is seen here."""
        rng = np.random.default_rng(self.seed)
        y = np.asarray(y).astype(int)
        self._centre, self._scale = X.mean(axis=0), X.std(axis=0)
        self._scale = np.where(self._scale > 0.0, self._scale, 1.0)
        self._layers = self._build(X.shape[1], int(y.max()) + 1, rng)
        rows = self._standard(X)
        for _ in range(self.epochs):
            order = rng.permutation(len(rows))
            for start in range(0, len(rows), self.batch):
                part = order[start : start + self.batch]
                self._step(rows[part], y[part])
        return self

    def predict_proba(self, X: Array) -> Array:
        """The probabilities of the classes; shape (n, k)."""
        return softmax(self._forward(self._standard(X)))

    def predict(self, X: Array) -> Array:
        """The most probable class of each row; shape (n,)."""
        return np.asarray(np.argmax(self._forward(self._standard(X)), axis=1))

    def _build(self, inputs: int, classes: int, rng: np.random.Generator) -> list[Any]:
        layers: list[Any] = []
        for units in self.hidden:
            layers += [Dense(units), ReLU()]
        layers.append(Dense(classes))
        for layer in layers:
            inputs = layer.setup(inputs, rng)
        return layers

    def _standard(self, X: Array) -> Array:
        return np.asarray((X - self._centre) / self._scale)

    def _forward(self, X: Array) -> Array:
        for layer in self._layers:
            X = layer.forward(X)
        return X

    def _step(self, X: Array, y: Array) -> None:
        _, upstream = softmax_cross_entropy(self._forward(X), y)
        for layer in reversed(self._layers):
            upstream = layer.backward(upstream)
        for layer in self._layers:
            if isinstance(layer, Dense):
                layer.W -= self.lr * (layer.dW + 2.0 * self.l2 * layer.W)
                layer.b -= self.lr * layer.db
