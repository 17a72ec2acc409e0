# question: softmax_cross_entropy
# mistake: the softmax runs down the columns
# names: softmax_cross_entropy.wrong-axis
# follows: MLPClassifier
import numpy as np


def softmax_cross_entropy(Z, y):
    n = len(y)
    E = np.exp(Z - Z.max(axis=0))
    P = E / E.sum(axis=0)
    loss = -np.mean(np.log(P[np.arange(n), y]))
    P[np.arange(n), y] -= 1
    return loss, P / n
