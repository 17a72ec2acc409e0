# question: logistic.loss
# mistake: the last weight is taken for the bias, and not penalised
# names: logistic.loss.last-weight-free
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0.0, a) - y * a) + l2 * np.sum(w[:-1] ** 2)
