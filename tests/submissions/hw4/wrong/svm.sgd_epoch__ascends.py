# question: svm.sgd_epoch
# mistake: the wrong way
# nameless: yes
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        hit = y[i] * (X[i] @ w + b) < 1
        w = (1 - lr / n) * w
        if hit:
            w = w - lr * C * y[i] * X[i]
            b = b - lr * C * y[i]
    return w, b
