# question: logistic.sigmoid
# mistake: limits its argument in place
import numpy as np


def sigmoid(a):
    if isinstance(a, np.ndarray):
        np.clip(a, -20, 20, out=a)
    return np.exp(np.minimum(a, 0)) / (1 + np.exp(-np.abs(a)))
