# question: svm.sgd_epoch
# mistake: as printed: rows outside leave w alone
# names: svm.sgd_epoch.no-shrinkage-outside
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        if hit:
            w = (1 - lr / n) * w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
