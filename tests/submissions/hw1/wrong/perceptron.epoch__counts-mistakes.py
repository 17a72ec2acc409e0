# question: perceptron.epoch
# mistake: returns the number of mistakes
# nameless: yes
import numpy as np


def epoch(X, y, w, lr=1.0, batch=1):
    count = 0
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        m = yb * (Xb @ w) <= 0
        w += lr * Xb[m].T @ yb[m]
        count += int(m.sum())
    return count
