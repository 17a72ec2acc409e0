# question: perceptron.gradient
# mistake: the right rows
# names: perceptron.gradient.right-rows
import numpy as np


def gradient(X, y, w):
    m = y * (X @ w) > 0
    return -X[m].T @ y[m]
