# question: perceptron.loss
# mistake: changes y
import numpy as np


def loss(X, y, w):
    m = y * (X @ w)
    y *= -1
    return -np.sum(m[m < 0])
