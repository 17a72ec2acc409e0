# question: softmax_regression_epoch
# mistake: label 1 is taken for the first class
# names: softmax_regression_epoch.one-based-labels
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    columns = y.astype(int) - 1
    for i in range(0, len(X), batch):
        xb, cb = X[i:i + batch], columns[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        targets = np.zeros_like(p)
        targets[np.arange(len(cb)), cb] = 1
        theta -= lr * xb.T @ (p - targets) / len(cb)
