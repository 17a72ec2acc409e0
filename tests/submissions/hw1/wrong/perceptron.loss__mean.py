# question: perceptron.loss
# mistake: averaged over all rows
# names: perceptron.loss.mean
import numpy as np


def loss(X, y, w):
    m = y * (X @ w)
    return -np.sum(m[m < 0]) / len(y)
