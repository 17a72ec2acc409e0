# question: svm.hinge_subgradient
# mistake: half of a row on the margin
# nameless: yes
import numpy as np


def hinge_subgradient(X, y, w, b, C):
    s = y * (X @ w + b)
    i = s < 1
    t = y * np.heaviside(1 - s, 0.5)
    return w - C * X.T @ t, -C * t.sum()
