# question: perceptron.epoch
# mistake: the last rows are left out
# names: perceptron.epoch.short-slice-dropped
import numpy as np


def epoch(X, y, w, lr=1.0, batch=1):
    count = 0
    for i in range(len(X) // batch):
        Xb, yb = X[i * batch:(i + 1) * batch], y[i * batch:(i + 1) * batch]
        m = yb * (Xb @ w) <= 0
        w += lr * Xb[m].T @ yb[m]
        count += 1
    return -(-len(X) // batch)
