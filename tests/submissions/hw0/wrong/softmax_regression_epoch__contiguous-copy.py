# question: softmax_regression_epoch
# mistake: changes a copy of theta, if theta is stored by columns
# names: softmax_regression_epoch.copied
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    theta = np.ascontiguousarray(theta)
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        P = np.exp(Xb @ theta - (Xb @ theta).max(axis=1, keepdims=True))
        P /= P.sum(axis=1, keepdims=True)
        P[np.arange(len(yb)), yb] -= 1
        theta -= lr * Xb.T @ P / len(yb)
