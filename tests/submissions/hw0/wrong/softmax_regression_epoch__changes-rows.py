# question: softmax_regression_epoch
# mistake: the mean is taken by dividing the caller's rows in place
# names: softmax_regression_epoch.argument-changed
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        xb /= len(yb)
        theta -= lr * xb.T @ p
