import numpy as np


def sigmoid(a):
    return 0.5 * (1.0 + np.tanh(0.5 * a))


def predict_proba(X, w):
    return sigmoid(X @ w)


def loss(X, y, w, l2=0.0):
    p = np.clip(predict_proba(X, w), 1e-15, 1 - 1e-15)
    y = y.astype(float)
    return -(y @ np.log(p) + (1 - y) @ np.log(1 - p)) / len(y) + l2 * np.sum(w ** 2)


def gradient(X, y, w, l2=0.0):
    return X.T @ (predict_proba(X, w) - y) / len(y) + 2 * l2 * w


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for i in range(0, len(X), batch):
        w -= lr * gradient(X[i:i + batch], y[i:i + batch], w, l2)
    return w


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        p = rng.permutation(len(y))
        epoch(X[p], y[p], w, lr, batch, l2)
    return w
