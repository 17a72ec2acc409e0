# question: softmax_regression_epoch
# mistake: the gradient of a batch is divided by the number of all rows
# names: softmax_regression_epoch.full-data-mean
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    m = X.shape[0]
    k = theta.shape[1]
    targets = np.zeros((m, k))
    targets[np.arange(m), y] = 1
    for first in range(0, m, batch):
        last = min(first + batch, m)
        scores = np.dot(X[first:last], theta)
        exps = np.exp(scores - np.max(scores, axis=1, keepdims=True))
        softmax = exps / np.sum(exps, axis=1, keepdims=True)
        grad = np.dot(X[first:last].T, softmax - targets[first:last]) / m
        theta -= lr * grad
