# question: perceptron.gradient
# mistake: as printed in the notes, without the half
# names: perceptron.gradient.twice
import numpy as np


def gradient(X, y, w):
    return -X.T @ (y - np.where(X @ w >= 0, 1, -1))
