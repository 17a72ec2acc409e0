# question: svm.hinge_subgradient
# mistake: one vector instead of a pair
# nameless: yes
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    return np.append(w - C * X[i].T @ y[i], -C * y[i].sum())
