# question: logistic.gradient
# mistake: changes w
import numpy as np


def gradient(X, y, w, l2=0.0):
    s = 1 / (1 + np.exp(-(X @ w)))
    g = X.T @ (s - y) / len(y) + 2 * l2 * w
    w *= 0
    return g
