# question: perceptron.loss
# mistake: counts the mistakes
# names: perceptron.loss.counts
import numpy as np


def loss(X, y, w):
    return float(np.sum(y * (X @ w) < 0))
