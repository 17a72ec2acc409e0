# question: softmax_loss
# mistake: the softmax divides by the sum of the whole matrix
# names: softmax_loss.one-sum-for-all
import numpy as np


def softmax_loss(Z, y):
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = E / E.sum()
    return -np.mean(np.log(P[np.arange(len(y)), y]))
