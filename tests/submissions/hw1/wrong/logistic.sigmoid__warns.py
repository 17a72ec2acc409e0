# question: logistic.sigmoid
# mistake: warns of an overflow
# nameless: yes
import numpy as np


def sigmoid(a):
    return 1 / (1 + np.exp(-a))
