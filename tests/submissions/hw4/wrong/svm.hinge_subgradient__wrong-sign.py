# question: svm.hinge_subgradient
# mistake: plus
# names: svm.hinge_subgradient.wrong-sign
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    return w + C * X[i].T @ y[i], C * y[i].sum()
