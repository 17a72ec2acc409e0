# question: softmax_regression_epoch
# mistake: the default step size and batch size are not the ones asked for
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.5, batch=64):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr * xb.T @ p / len(yb)
