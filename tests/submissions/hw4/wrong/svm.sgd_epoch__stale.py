# question: svm.sgd_epoch
# mistake: all steps from the first weights
# nameless: yes
import numpy as np


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    hit = y * (X @ w + b) < 1
    return (1 - lr / n) ** n * w + lr * C * X[hit].T @ y[hit], b + lr * C * y[hit].sum()
