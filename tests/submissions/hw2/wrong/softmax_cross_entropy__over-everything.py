# question: softmax_cross_entropy
# mistake: one softmax over the whole matrix
# names: softmax_cross_entropy.over-everything
# follows: MLPClassifier
import numpy as np


def softmax_cross_entropy(Z, y):
    n = len(y)
    E = np.exp(Z - Z.max())
    P = E / E.sum()
    loss = -np.mean(np.log(P[np.arange(n), y]))
    P[np.arange(n), y] -= 1
    return loss, P / n
