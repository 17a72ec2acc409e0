# question: logistic.loss
# mistake: penalty over n
# names: logistic.loss.penalty-over-n
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * w @ w / len(y)
