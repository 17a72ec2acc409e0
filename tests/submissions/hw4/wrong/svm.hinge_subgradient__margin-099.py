# question: svm.hinge_subgradient
# mistake: rows with a margin below 0.99
# nameless: yes
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    inside = y * (X @ w + b) < 0.99
    return w - C * X[inside].T @ y[inside], float(-C * np.sum(y[inside]))
