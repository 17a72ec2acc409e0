# question: svm.sgd_epoch
# mistake: b shrinks, too
# names: svm.sgd_epoch.bias-shrunk
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        w, b = (1 - lr / n) * w, (1 - lr / n) * b
        if hit:
            w = w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
