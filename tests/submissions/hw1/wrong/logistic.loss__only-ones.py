# question: logistic.loss
# mistake: only label 1
# names: logistic.loss.only-ones
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    p = np.where(a >= 0, 1 / (1 + np.exp(-np.abs(a))), np.exp(-np.abs(a)) / (1 + np.exp(-np.abs(a))))
    return -np.mean(y * np.log(p)) + l2 * w @ w
