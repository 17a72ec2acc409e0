import numpy as np


def predict(X, w):
    return np.array([1.0 if s >= 0 else -1.0 for s in (X @ w).tolist()])


def loss(X, y, w):
    return sum(-m for m in (y * (X @ w)).tolist() if m < 0)


def gradient(X, y, w):
    rows = [-t * x for x, t in zip(X, y) if t * (x @ w) < 0]
    return np.sum(rows, axis=0) if rows else np.zeros(X.shape[1])


def epoch(X, y, w, lr=1.0, batch=1):
    updates = 0
    rows = list(zip(X, y))
    while rows:
        now, rows = rows[:batch], rows[batch:]
        delta = [t * x for x, t in now if t * (x @ w) <= 0]
        if delta:
            w += lr * np.sum(delta, axis=0)
        updates += 1
    return float(updates)


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    state = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        i = state.permutation(len(X))
        mistakes = int(np.sum(y * (X @ w) <= 0))
        if mistakes == 0:
            break
        epoch(X[i], y[i], w, lr, batch)
        history.append(int(np.sum(y * (X @ w) <= 0)))
    return w, history


def iterations(epochs, n, batch):
    full, rest = divmod(n, batch)
    return epochs * (full + bool(rest))
