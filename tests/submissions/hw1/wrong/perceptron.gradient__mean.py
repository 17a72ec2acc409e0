# question: perceptron.gradient
# mistake: averaged
# names: perceptron.gradient.mean
import numpy as np


def gradient(X, y, w):
    m = y * (X @ w) < 0
    return -X[m].T @ y[m] / len(y)
