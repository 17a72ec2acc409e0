# question: softmax_regression_epoch
# mistake: the trained theta is a new array that is returned instead of changing the caller's
# names: softmax_regression_epoch.rebinding
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    identity = np.identity(theta.shape[1])
    for start in range(0, len(X), batch):
        rows = slice(start, start + batch)
        logits = np.dot(X[rows], theta)
        exps = np.exp(logits - logits.max(axis=1, keepdims=True))
        probs = exps / exps.sum(axis=1, keepdims=True)
        step = np.dot(X[rows].T, probs - identity[y[rows]]) / probs.shape[0]
        theta = np.subtract(theta, lr * step)
    return theta
