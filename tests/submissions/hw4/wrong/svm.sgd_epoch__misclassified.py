# question: svm.sgd_epoch
# mistake: only misclassified rows
# names: svm.sgd_epoch.misclassified
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        hit = y[i] * (X[i] @ w + b) < 0
        w = (1 - lr / n) * w
        if hit:
            w = w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
