# question: logistic.loss
# mistake: the formula for labels -1 and +1, with labels 0 and 1
# names: logistic.loss.signed-labels
import numpy as np


def loss(X, y, w, l2=0.0):
    return np.mean(np.log(1 + np.exp(-y * (X @ w)))) + l2 * w @ w
