# question: logistic.sigmoid
# mistake: the argument is limited to 30
# nameless: yes
import numpy as np


def sigmoid(a):
    return expit(np.clip(a, -30, 30))
