import numpy as np


def predict(X, w):
    s = np.einsum("nd,d->n", X, w)
    return np.copysign(np.ones_like(s), s)


def loss(X, y, w):
    s = np.einsum("nd,d,n->n", X, w, y)
    return np.einsum("n,n->", -s, (s < 0).astype(float))


def gradient(X, y, w):
    mask = (np.einsum("nd,d,n->n", X, w, y) <= 0).astype(float)
    return -np.einsum("n,n,nd->d", mask, y, X)


def epoch(X, y, w, lr=1.0, batch=1):
    ends = np.arange(batch, len(X), batch)
    parts = np.split(np.arange(len(X)), ends)
    for rows in parts:
        mask = np.einsum("nd,d,n->n", X[rows], w, y[rows]) <= 0
        w += lr * np.einsum("n,n,nd->d", mask.astype(float), y[rows], X[rows])
    return len(parts)


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = np.zeros(X.shape[1])
    history = ()
    for _ in range(epochs):
        epoch(X, y, w, lr, batch)
        history += (np.count_nonzero(predict(X, w) - y),)
        if history[-1] == 0:
            break
    return w, history


def iterations(epochs, n, batch):
    return sum(1 for _ in range(epochs) for _ in range(0, n, batch))
