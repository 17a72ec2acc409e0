# question: logistic.sigmoid
# mistake: falls
# names: logistic.sigmoid.wrong-sign
import numpy as np


def sigmoid(a):
    return 1 / (1 + np.exp(a))
