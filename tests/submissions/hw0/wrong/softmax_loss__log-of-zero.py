# question: softmax_loss
# mistake: the softmax is shifted, but the logarithm of a probability that became zero is infinite
# names: softmax_loss.log-of-zero
import numpy as np


def softmax_loss(Z, y):
    e = np.exp(Z - Z.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(y)), y]).mean()
