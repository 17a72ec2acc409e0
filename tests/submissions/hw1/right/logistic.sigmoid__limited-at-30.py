# question: logistic.sigmoid
# way: an argument limited where less than 1e-13 is left
import numpy as np


def sigmoid(a):
    return 1 / (1 + np.exp(-np.clip(a, -30, 30)))
