import numpy as np


def sigmoid(a):
    return np.exp(-np.logaddexp(0, -np.asarray(a, dtype=float)))


def predict_proba(X, w):
    return np.exp(-np.logaddexp(0, -np.einsum("nd,d->n", X, w)))


def loss(X, y, w, l2=0.0):
    s = np.einsum("nd,d->n", X, w)
    signed = np.where(np.asarray(y, dtype=bool), -s, s)
    return np.logaddexp(0, signed).mean() + l2 * np.einsum("d,d->", w, w)


def gradient(X, y, w, l2=0.0):
    error = predict_proba(X, w) - y
    return np.einsum("n,nd->d", error, X) / X.shape[0] + 2 * l2 * w


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for start in range(0, X.shape[0], batch):
        stop = min(start + batch, X.shape[0])
        np.copyto(w, w - lr * gradient(X[start:stop], y[start:stop], w, l2))


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros((X.shape[1],))
    for _ in range(epochs):
        shuffled = rng.permutation(X.shape[0])
        epoch(X[shuffled], y[shuffled], w, lr=lr, batch=batch, l2=l2)
    return w
