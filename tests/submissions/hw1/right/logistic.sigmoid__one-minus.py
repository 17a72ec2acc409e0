# question: logistic.sigmoid
# way: 1 minus the other half, which rounds what is small
import numpy as np


def sigmoid(a):
    with np.errstate(over="ignore"):
        return 1 - 1 / (1 + np.exp(np.asarray(a, float)))
