# question: logistic.sigmoid
# mistake: what is small is 0
# nameless: yes
import numpy as np


def sigmoid(a):
    return np.where(np.asarray(a) < -20, 0.0, expit(a))
