# question: logistic.sigmoid
# mistake: a number gives an array
# nameless: yes
import numpy as np


def sigmoid(a):
    return np.atleast_1d(expit(a))
