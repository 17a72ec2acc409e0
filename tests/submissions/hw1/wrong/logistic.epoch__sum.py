# question: logistic.epoch
# mistake: summed
# names: logistic.epoch.sum
import numpy as np


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        s = 1 / (1 + np.exp(-(Xb @ w)))
        w -= lr * (Xb.T @ (s - yb) + 2 * l2 * w)
