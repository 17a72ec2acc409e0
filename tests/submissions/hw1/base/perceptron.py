import numpy as np


def predict(X, w):
    return np.where(X @ w >= 0, 1, -1)


def loss(X, y, w):
    margins = y * (X @ w)
    return -np.sum(margins[margins < 0])


def gradient(X, y, w):
    guess = np.where(X @ w >= 0, 1, -1)
    return -0.5 * X.T @ (y - guess)


def epoch(X, y, w, lr=1.0, batch=1):
    count = 0
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        missed = yb * (Xb @ w) <= 0
        w += lr * Xb[missed].T @ yb[missed]
        count += 1
    return count


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        order = rng.permutation(len(X))
        for start in range(0, len(X), batch):
            part = order[start:start + batch]
            missed = part[y[part] * (X[part] @ w) <= 0]
            w = w + lr * X[missed].T @ y[missed]
        history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
        if history[-1] == 0:
            break
    return w, history


def iterations(epochs, n, batch):
    return epochs * -(-n // batch)
