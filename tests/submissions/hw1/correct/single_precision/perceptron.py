import numpy as np

f = np.float32


def predict(X, w):
    s = X.astype(f) @ w.astype(f)
    return np.where(s < 0, f(-1), f(1))


def loss(X, y, w):
    m = y.astype(f) * (X.astype(f) @ w.astype(f))
    return np.maximum(-m, 0, dtype=f).sum(dtype=f)


def gradient(X, y, w):
    X, y, w = X.astype(f), y.astype(f), w.astype(f)
    return X.T @ (predict(X, w) - y) / f(2)


def epoch(X, y, w, lr=1.0, batch=1):
    n = len(X)
    for k in range((n + batch - 1) // batch):
        rows = np.arange(k * batch, min(n, (k + 1) * batch))
        w[...] = w - f(lr) * gradient(X[rows], y[rows], w)
    return np.int64((n + batch - 1) // batch)


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = np.zeros(X.shape[1], dtype=f)
    errors = []
    for _ in range(epochs):
        epoch(X, y, w, lr, batch)
        errors.append((predict(X, w) != y).sum())
        if not errors[-1]:
            break
    return [w, np.array(errors)]


def iterations(epochs, n, batch):
    return np.int64(epochs) * ((n + batch - 1) // batch)
