from dataclasses import dataclass, field

import numpy as np


@dataclass
class Machine:
    w: np.ndarray
    rate: float = 1.0
    errors: list = field(default_factory=list)

    def scores(self, X):
        return np.einsum("ij,j->i", X, self.w)

    def label(self, X):
        return 2 * (self.scores(X) > 0) - 1

    def wrong(self, X, y):
        return np.flatnonzero(self.label(X) * y < 0)

    def slope(self, X, y):
        bad = self.wrong(X, y)
        return -np.add.reduce(y[bad, None] * X[bad], axis=0)

    def step(self, X, y):
        np.subtract(self.w, self.rate * self.slope(X, y), out=self.w)


def batches(n, size):
    return [slice(i, i + size) for i in range(0, n, size)]


def predict(X, w):
    return Machine(w).label(X)


def loss(X, y, w):
    m = Machine(w)
    bad = m.wrong(X, y)
    return np.array(-np.dot(y[bad], m.scores(X)[bad]))


def gradient(X, y, w):
    return Machine(w).slope(X, y)


def epoch(X, y, w, lr=1.0, batch=1):
    m = Machine(w, lr)
    parts = batches(len(X), batch)
    for part in parts:
        m.step(X[part], y[part])
    return len(parts)


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    m = Machine(np.zeros(X.shape[1]), lr)
    for _ in range(epochs):
        for part in batches(len(X), batch):
            m.step(X[part], y[part])
        m.errors.append(len(m.wrong(X, y)))
        if m.errors[-1] == 0:
            break
    return m.w, m.errors


def iterations(epochs, n, batch):
    return len(batches(n, batch)) * epochs
