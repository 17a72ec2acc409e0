# question: svm.hinge_subgradient
# mistake: without w
# names: svm.hinge_subgradient.no-w
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    return -C * X[i].T @ y[i], -C * y[i].sum()
