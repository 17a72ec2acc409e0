# question: logistic.loss
# mistake: the formula for labels -1 and +1, without overflow
# names: logistic.loss.signed-labels
import numpy as np


def loss(X, y, w, l2=0.0):
    margins = y * (X @ w)
    return np.mean(np.logaddexp(0, -margins)) + l2 * np.sum(w ** 2)
