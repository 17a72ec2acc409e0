# question: softmax_regression_epoch
# mistake: the step size shrinks from batch to batch
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for t, i in enumerate(range(0, len(X), batch)):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr / (1 + 0.1 * t) * xb.T @ p / len(yb)
