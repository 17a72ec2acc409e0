# question: logistic.loss
# mistake: the norm itself
# names: logistic.loss.root-penalty
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * np.linalg.norm(w)
