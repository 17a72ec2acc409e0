# question: softmax_cross_entropy
# mistake: 1e-12 is added to the probability before the logarithm
# follows: MLPClassifier
import numpy as np


def softmax_cross_entropy(Z, y):
    n = len(y)
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = E / E.sum(axis=1, keepdims=True)
    loss = -np.mean(np.log(P[np.arange(n), y] + 1e-12))
    P[np.arange(n), y] -= 1
    return loss, P / n
