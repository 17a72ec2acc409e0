# question: svm.hinge_subgradient
# mistake: averaged
# names: svm.hinge_subgradient.mean
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    return w - C * X[i].T @ y[i] / len(y), -C * y[i].sum() / len(y)
