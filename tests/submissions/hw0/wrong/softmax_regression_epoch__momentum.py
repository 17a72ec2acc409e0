# question: softmax_regression_epoch
# mistake: a part of the step before is added to each step
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    velocity = np.zeros_like(theta)
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        velocity = 0.9 * velocity + xb.T @ p / len(yb)
        theta -= lr * velocity
