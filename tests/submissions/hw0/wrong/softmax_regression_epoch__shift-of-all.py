# question: softmax_regression_epoch
# mistake: the largest logit of the whole batch is subtracted, other rows then underflow
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - np.max(z))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr * xb.T @ p / len(yb)
