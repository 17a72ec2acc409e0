# question: softmax_regression_epoch
# mistake: the labels are compared with 1 to k instead of 0 to k - 1
# names: softmax_regression_epoch.one-based-labels
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    classes = np.arange(1, theta.shape[1] + 1)
    for i in range(0, len(X), batch):
        xb = X[i:i + batch]
        targets = (y[i:i + batch].reshape(-1, 1) == classes).astype(float)
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        theta -= lr * xb.T @ (p - targets) / len(xb)
