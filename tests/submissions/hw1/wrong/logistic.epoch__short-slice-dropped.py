# question: logistic.epoch
# mistake: the last rows are left out
# names: logistic.epoch.short-slice-dropped
import numpy as np


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for i in range(len(X) // batch):
        Xb, yb = X[i * batch:(i + 1) * batch], y[i * batch:(i + 1) * batch]
        s = 1 / (1 + np.exp(-(Xb @ w)))
        w -= lr * (Xb.T @ (s - yb) / len(yb) + 2 * l2 * w)
