# question: softmax_loss
# mistake: a small number is added inside the logarithm, which caps the loss of a row
import numpy as np


def softmax_loss(Z, y):
    e = np.exp(Z - Z.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return -np.mean(np.log(p[np.arange(len(y)), y] + 1e-10))
