# question: perceptron.loss
# mistake: without the half
# names: perceptron.loss.twice
import numpy as np


def loss(X, y, w):
    guess = np.where(X @ w >= 0, 1, -1)
    return -(X @ w) @ (y - guess)
