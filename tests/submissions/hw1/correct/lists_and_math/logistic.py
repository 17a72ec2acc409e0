import numpy as np


def sigmoid(a):
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-np.asarray(a, dtype=float)))


def predict_proba(X, w):
    return np.array([sigmoid(x @ w) for x in X])


def loss(X, y, w, l2=0.0):
    eps = 1e-12
    terms = []
    for x, t in zip(X, y):
        p = float(sigmoid(x @ w))
        terms.append(-np.log(p + eps) if t == 1 else -np.log(1 - p + eps))
    return np.mean(terms) + l2 * np.dot(w, w)


def gradient(X, y, w, l2=0.0):
    return np.mean([(sigmoid(x @ w) - t) * x for x, t in zip(X, y)], axis=0) + 2 * l2 * w


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for i in range(0, len(X), batch):
        w[:] = w - lr * gradient(X[i:i + batch], y[i:i + batch], w, l2)


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        for i in range(0, len(X), batch):
            s = sigmoid(X[i:i + batch] @ w)
            w -= lr * (X[i:i + batch].T @ (s - y[i:i + batch]) / len(s) + 2 * l2 * w)
    return w
