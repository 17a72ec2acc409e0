# question: logistic.loss
# mistake: no penalty
# names: logistic.loss.no-penalty
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a)
