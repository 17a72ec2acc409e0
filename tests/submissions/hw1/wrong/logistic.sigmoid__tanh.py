# question: logistic.sigmoid
# mistake: the tanh
# nameless: yes
import numpy as np


def sigmoid(a):
    return np.tanh(a)
