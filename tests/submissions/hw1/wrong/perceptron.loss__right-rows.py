# question: perceptron.loss
# mistake: the right rows are summed
# names: perceptron.loss.right-rows
import numpy as np


def loss(X, y, w):
    m = y * (X @ w)
    return -np.sum(m[m > 0])
