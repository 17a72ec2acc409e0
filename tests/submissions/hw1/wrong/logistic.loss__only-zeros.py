# question: logistic.loss
# mistake: the larger label that occurs is taken for 1
# nameless: yes
import numpy as np


def loss(X, y, w, l2=0.0):
    y = (y == y.max()) * 1.0
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * w @ w
