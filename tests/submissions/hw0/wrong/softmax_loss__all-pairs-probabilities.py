# question: softmax_loss
# mistake: the probabilities of all labels are taken from every row
# names: softmax_loss.all-pairs
import numpy as np


def softmax_loss(Z, y):
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = E / E.sum(axis=1, keepdims=True)
    return -np.sum(np.log(P[:, y])) / len(y)
