# question: cross_entropy
# mistake: the mean squared error
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return np.mean((p - y) ** 2)
