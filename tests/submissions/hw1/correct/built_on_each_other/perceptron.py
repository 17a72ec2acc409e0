import numpy as np


def predict(X, w):
    labels = np.sign(X @ w)
    labels[labels == 0] = -1
    return labels


def _missed(X, y, w):
    return predict(X, w) != y


def loss(X, y, w):
    m = _missed(X, y, w)
    return -float((X[m] @ w) @ y[m])


def gradient(X, y, w):
    return -0.5 * X.T @ (y - predict(X, w))


def epoch(X, y, w, lr=1.0, batch=1):
    pieces = range(0, X.shape[0], batch)
    for i in pieces:
        w -= lr * gradient(X[i:i + batch], y[i:i + batch], w)
    return len(pieces)


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0, verbose=False):
    rng = np.random.default_rng(seed)
    w, history = np.zeros(X.shape[1]), []
    for e in range(epochs):
        p = rng.permutation(len(y))
        before = w.copy()
        epoch(X[p], y[p], w, lr, batch)
        history.append(int(_missed(X, y, w).sum()))
        if verbose:
            print(e, history[-1])
        if np.array_equal(before, w):
            break
    return w, history


def iterations(epochs, n, batch):
    return epochs * int(np.ceil(n / batch))
