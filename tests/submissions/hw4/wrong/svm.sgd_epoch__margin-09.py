# question: svm.sgd_epoch
# mistake: rows with a margin below 0.96
# nameless: yes
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        inside = y[i] * (X[i] @ w + b) < 0.9
        w = (1 - lr / n) * w
        if inside:
            w = w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
