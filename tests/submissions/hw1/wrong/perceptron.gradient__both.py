# question: perceptron.gradient
# mistake: without the half and with the wrong sign
# names: perceptron.gradient.both
import numpy as np


def gradient(X, y, w):
    return X.T @ (y - np.where(X @ w >= 0, 1, -1))
