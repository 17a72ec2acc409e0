# question: logistic.epoch
# mistake: one step with all rows
import numpy as np


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    s = 1 / (1 + np.exp(-(X @ w)))
    w -= lr * (X.T @ (s - y) / len(y) + 2 * l2 * w)
