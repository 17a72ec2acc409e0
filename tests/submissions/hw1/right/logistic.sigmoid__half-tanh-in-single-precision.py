# question: logistic.sigmoid
# way: 0 far below zero, as all that is left of a number near 1
import numpy as np


def sigmoid(a):
    half = np.float32(0.5)
    return half + half * np.tanh(half * np.asarray(a, np.float32))
