# question: logistic.sigmoid
# way: an argument limited where nothing is left
import numpy as np


def sigmoid(a):
    return 1 / (1 + np.exp(-np.clip(a, -500, 500)))
