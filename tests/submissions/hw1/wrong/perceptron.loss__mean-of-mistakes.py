# question: perceptron.loss
# mistake: averaged over the mistakes
# names: perceptron.loss.mean
import numpy as np


def loss(X, y, w):
    m = y * (X @ w)
    return -np.mean(m[m < 0]) if (m < 0).any() else 0.0
