# question: logistic.gradient
# mistake: divided by the curvature
# nameless: yes
import numpy as np


def gradient(X, y, w, l2=0.0):
    s = 1 / (1 + np.exp(-(X @ w)))
    return X.T @ ((s - y) / (s * (1 - s))) / len(y) + 2 * l2 * w
