# question: logistic.gradient
# mistake: label minus prediction
# names: logistic.gradient.wrong-sign
import numpy as np


def gradient(X, y, w, l2=0.0):
    s = 1 / (1 + np.exp(-(X @ w)))
    return X.T @ (y.astype(float) - s) / len(y) + 2 * l2 * w
