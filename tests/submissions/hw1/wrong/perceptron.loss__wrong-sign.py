# question: perceptron.loss
# mistake: negative
# names: perceptron.loss.wrong-sign
import numpy as np


def loss(X, y, w):
    m = y * (X @ w)
    return np.sum(m[m < 0])
