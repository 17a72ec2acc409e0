# question: logistic.sigmoid
# mistake: a number gives an array
# says: has the right numbers as an array: (1,) where () is asked for
# seen: shape
import numpy as np


def sigmoid(a):
    return np.atleast_1d(expit(a))
