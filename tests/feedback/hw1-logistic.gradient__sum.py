# question: logistic.gradient
# mistake: summed
# says: divide Xᵀ(ŷ − y) by n


import numpy as np


def gradient(X, y, w, l2=0.0):
    s = 1 / (1 + np.exp(-(X @ w)))
    return X.T @ (s - y) + 2 * l2 * w
