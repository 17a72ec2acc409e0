# question: svm.hinge_subgradient
# mistake: only misclassified rows
# names: svm.hinge_subgradient.misclassified
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    i = s < 0
    return w - C * X[i].T @ y[i], -C * y[i].sum()
