# question: logistic.sigmoid
# mistake: fills an array of the argument's own type, which may be integer
import numpy as np


def sigmoid(a):
    a = np.asarray(a)
    result = np.zeros_like(a)
    positive = a >= 0
    result[positive] = 1 / (1 + np.exp(-a[positive]))
    e = np.exp(a[~positive])
    result[~positive] = e / (1 + e)
    return result
