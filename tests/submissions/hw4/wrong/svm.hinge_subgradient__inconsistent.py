# question: svm.hinge_subgradient
# mistake: a row on the margin counts for b and not for w
# nameless: yes
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    inside = y * (X @ w + b) < 1
    return w - C * X[inside].T @ y[inside], float(-C * np.sum(y[y * (X @ w + b) <= 1]))
