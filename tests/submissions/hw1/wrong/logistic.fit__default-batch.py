# question: logistic.fit
# mistake: without batch, slices have 64 rows
import numpy as np


def fit(X, y, lr=0.1, batch=64, epochs=100, l2=0.0, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        order = rng.permutation(len(X))
        for start in range(0, len(X), batch):
            rows = order[start : start + batch]
            p = 1.0 / (1.0 + np.exp(-(X[rows] @ w)))
            w -= lr * (X[rows].T @ (p - y[rows]) / len(rows) + 2.0 * l2 * w)
    return w
