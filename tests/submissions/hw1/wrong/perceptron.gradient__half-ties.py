# question: perceptron.gradient
# mistake: np.sign counts ties by half
# names: perceptron.gradient.half-ties
import numpy as np


def gradient(X, y, w):
    return -0.5 * X.T @ (y - np.sign(X @ w))
