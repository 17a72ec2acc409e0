# question: perceptron.epoch
# mistake: w is a new array
# names: perceptron.epoch.rebinding
import numpy as np


def epoch(X, y, w, lr=1.0, batch=1):
    count = 0
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        m = yb * (Xb @ w) <= 0
        w = w + lr * Xb[m].T @ yb[m]
        count += 1
    return count
