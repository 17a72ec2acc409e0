# question: logistic.sigmoid
# mistake: the argument is limited to 20
# nameless: yes
import numpy as np


def sigmoid(a):
    return expit(np.clip(a, -20, 20))
