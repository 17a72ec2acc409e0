# question: logistic.loss
# mistake: half the penalty
# names: logistic.loss.half-penalty
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + 0.5 * l2 * w @ w
