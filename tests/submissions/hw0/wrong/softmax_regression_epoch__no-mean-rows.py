# question: softmax_regression_epoch
# mistake: the steps of the single rows are added up without dividing by their number
# names: softmax_regression_epoch.no-mean
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    start = 0
    while start < len(X):
        change = np.zeros_like(theta)
        for x, label in zip(X[start:start + batch], y[start:start + batch]):
            z = x @ theta
            p = np.exp(z - z.max())
            p /= p.sum()
            p[label] -= 1
            change += np.outer(x, p)
        theta -= lr * change
        start += batch
