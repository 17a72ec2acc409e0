# question: perceptron.loss
# mistake: only rows with label -1
# nameless: yes
import numpy as np


def loss(X, y, w):
    m = y * (X @ w)
    return -np.sum(m[(m < 0) & (y < 0)])
