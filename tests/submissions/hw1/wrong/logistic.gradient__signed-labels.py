# question: logistic.gradient
# mistake: the formula for labels -1 and +1, with labels 0 and 1
# names: logistic.gradient.signed-labels
import numpy as np


def gradient(X, y, w, l2=0.0):
    margins = y * (X @ w)
    return -X.T @ (y / (1 + np.exp(margins))) / len(y) + 2 * l2 * w
