import numpy as np

f = np.float32


def sigmoid(a):
    a = np.asarray(a)
    if a.dtype.kind != "f":
        a = a.astype(f)
    with np.errstate(over="ignore"):
        e = np.exp(-np.abs(a)).astype(f)
    return np.where(a >= 0, 1 / (1 + e), e / (1 + e)).astype(f)


def predict_proba(X, w):
    return sigmoid(X.astype(f) @ w.astype(f))


def loss(X, y, w, l2=0.0):
    a = X.astype(f) @ w.astype(f)
    w = w.astype(f)
    return np.mean(np.logaddexp(f(0), a) - y.astype(f) * a) + f(l2) * (w @ w)


def gradient(X, y, w, l2=0.0):
    return X.astype(f).T @ (predict_proba(X, w) - y.astype(f)) / f(len(y)) + f(2 * l2) * w.astype(f)


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for i in range(0, len(y), batch):
        w[:] -= f(lr) * gradient(X[i:i + batch], y[i:i + batch], w, l2)


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    w = np.zeros(X.shape[1], f)
    for _ in range(epochs):
        epoch(X, y, w, lr, batch, l2)
    return w
