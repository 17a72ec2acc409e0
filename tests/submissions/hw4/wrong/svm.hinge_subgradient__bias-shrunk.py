# question: svm.hinge_subgradient
# mistake: b is penalised
# names: svm.hinge_subgradient.bias-shrunk
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    return w - C * X[i].T @ y[i], b - C * y[i].sum()
