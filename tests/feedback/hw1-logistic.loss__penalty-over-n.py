# question: logistic.loss
# mistake: penalty over n
# says: add l2·wᵀw as it is


import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * w @ w / len(y)
