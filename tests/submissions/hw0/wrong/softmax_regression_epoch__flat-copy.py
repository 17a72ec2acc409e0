# question: softmax_regression_epoch
# mistake: changes the flattened theta, which may be a copy
# names: softmax_regression_epoch.copied
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    flat = theta.reshape(-1)
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        P = np.exp(Xb @ theta - (Xb @ theta).max(axis=1, keepdims=True))
        P /= P.sum(axis=1, keepdims=True)
        P[np.arange(len(yb)), yb] -= 1
        flat -= (lr * Xb.T @ P / len(yb)).reshape(-1)
