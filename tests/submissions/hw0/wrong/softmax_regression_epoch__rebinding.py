# question: softmax_regression_epoch
# mistake: theta is bound to a new array in every step, the caller's stays as it was
# names: softmax_regression_epoch.rebinding
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        xb = X[start:start + batch]
        yb = y[start:start + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        gradient = xb.T @ p / len(yb)
        theta = theta - lr * gradient
