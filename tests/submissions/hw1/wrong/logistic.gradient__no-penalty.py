# question: logistic.gradient
# mistake: penalty forgotten
# names: logistic.gradient.no-penalty
import numpy as np


def gradient(X, y, w, l2=0.0):
    s = 1 / (1 + np.exp(-(X @ w)))
    return X.T @ (s - y) / len(y)
