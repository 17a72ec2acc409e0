# question: perceptron.gradient
# mistake: a column instead of a vector
# nameless: yes
import numpy as np


def gradient(X, y, w):
    m = y * (X @ w) < 0
    return (-X[m].T @ y[m])[:, None]
