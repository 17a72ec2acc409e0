# question: logistic.loss
# mistake: summed
# names: logistic.loss.sum
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.sum(np.logaddexp(0, a) - y * a) + l2 * w @ w
