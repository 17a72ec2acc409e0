# question: softmax_regression_epoch
# mistake: `batch` is taken for the number of batches
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for xb, yb in zip(np.array_split(X, batch), np.array_split(y, batch)):
        if len(yb) == 0:
            continue
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr * xb.T @ p / len(yb)
