# question: softmax_regression_epoch
# mistake: the index of the targets always has `batch` entries, which fails on a smaller last batch
# names: softmax_regression_epoch.partial-crash
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, X.shape[0], batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(batch), yb] -= 1
        theta -= lr * xb.T @ p / batch
