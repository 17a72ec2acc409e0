# question: logistic.loss
# mistake: the bias is not penalised
# names: logistic.loss.bias-free
import numpy as np


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * w[1:] @ w[1:]
