# question: logistic.sigmoid
# mistake: only for vectors
# nameless: yes
import numpy as np


def sigmoid(a):
    return np.array([1 / (1 + np.exp(-x)) if x >= 0 else np.exp(x) / (1 + np.exp(x)) for x in a])
