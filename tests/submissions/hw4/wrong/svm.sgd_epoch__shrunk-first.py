# question: svm.sgd_epoch
# mistake: the margin is that of the weights after they have shrunk
# names: svm.sgd_epoch.shrunk-first
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        w = (1 - lr / n) * w
        inside = y[i] * (X[i] @ w + b) < 1
        if inside:
            w = w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b
