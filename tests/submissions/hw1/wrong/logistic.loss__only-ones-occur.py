# question: logistic.loss
# mistake: the labels that occur are numbered anew
# nameless: yes
import numpy as np


def loss(X, y, w, l2=0.0):
    y = np.unique(y, return_inverse=True)[1]
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * w @ w
