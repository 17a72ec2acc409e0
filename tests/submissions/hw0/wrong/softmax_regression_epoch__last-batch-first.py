# question: softmax_regression_epoch
# mistake: the batches are used in reversed order
# names: softmax_regression_epoch.shuffled
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in reversed(range(0, len(X), batch)):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr * xb.T @ p / len(yb)
