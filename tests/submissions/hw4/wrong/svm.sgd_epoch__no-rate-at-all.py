# question: svm.sgd_epoch
# mistake: no step size anywhere
# names: svm.sgd_epoch.no-rate
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        w = (1 - 1 / n) * w
        if hit:
            w = w + C * y[i] * X[i]
            b = b + C * y[i]
    return w, b
