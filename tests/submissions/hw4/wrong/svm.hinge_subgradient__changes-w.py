# question: svm.hinge_subgradient
# mistake: w is changed in place
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    w -= C * X[i].T @ y[i]
    return w, -C * y[i].sum()
