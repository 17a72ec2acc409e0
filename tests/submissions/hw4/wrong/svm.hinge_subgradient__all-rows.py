# question: svm.hinge_subgradient
# mistake: all rows
# names: svm.hinge_subgradient.all-rows
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    return w - C * X.T @ y, -C * y.sum()
