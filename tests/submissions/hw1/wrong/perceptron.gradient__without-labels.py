# question: perceptron.gradient
# mistake: the labels are missing
# nameless: yes
import numpy as np


def gradient(X, y, w):
    m = y * (X @ w) < 0
    return -X[m].sum(axis=0)
