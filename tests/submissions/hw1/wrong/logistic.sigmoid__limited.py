# question: logistic.sigmoid
# mistake: the probability is limited
# nameless: yes
import numpy as np


def sigmoid(a):
    return np.clip(expit(a), 1e-7, 1 - 1e-7)
