# question: svm.sgd_epoch
# mistake: as printed: without the step size
# names: svm.sgd_epoch.no-rate
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        w = (1 - lr / n) * w
        if hit:
            w = w + C * y[i] * X[i]
            b = b + C * y[i]
    return w, b
