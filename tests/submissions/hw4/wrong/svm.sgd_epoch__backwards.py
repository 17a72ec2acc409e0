# question: svm.sgd_epoch
# mistake: from the last row to the first
# nameless: yes
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n - 1, -1, -1):
        hit = y[i] * (X[i] @ w + b) < 1
        w = (1 - lr / n) * w
        if hit:
            w = w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
