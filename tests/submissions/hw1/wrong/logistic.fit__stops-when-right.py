# question: logistic.fit
# mistake: stops when every row is on its side
import numpy as np


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            p = 1 / (1 + np.exp(-(Xb @ w)))
            w = w - lr * (Xb.T @ (p - yb) / len(yb) + 2 * l2 * w)
        if np.all((X @ w > 0) == (y > 0)):
            break
    return w
