# question: logistic.sigmoid
# mistake: nan for large numbers
# names: logistic.sigmoid.nan
import numpy as np


def sigmoid(a):
    return np.exp(a) / (1 + np.exp(a))
