# question: svm.hinge_subgradient
# mistake: 0 when no row is inside
# names: svm.hinge_subgradient.zero-outside
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    inside = y * (X @ w + b) < 1
    if not inside.any():
        return np.zeros_like(w), 0.0
    return w - C * X[inside].T @ y[inside], float(-C * np.sum(y[inside]))
