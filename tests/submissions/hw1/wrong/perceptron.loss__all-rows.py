# question: perceptron.loss
# mistake: rows that are right count
# names: perceptron.loss.all-rows
import numpy as np


def loss(X, y, w):
    return -np.sum(y * (X @ w))
