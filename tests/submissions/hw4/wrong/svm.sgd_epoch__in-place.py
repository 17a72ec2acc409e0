# question: svm.sgd_epoch
# mistake: w is changed in place
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        w *= 1 - lr / n
        if hit:
            w += lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
