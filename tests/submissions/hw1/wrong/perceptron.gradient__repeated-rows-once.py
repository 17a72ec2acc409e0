# question: perceptron.gradient
# mistake: the same row counts once only
# nameless: yes
import numpy as np


def gradient(X, y, w):
    missed = y * (X @ w) <= 0
    terms = np.unique(X[missed] * y[missed][:, None], axis=0)
    return -terms.sum(axis=0)
