# question: softmax_cross_entropy
# mistake: the gradient is the softmax
# names: softmax_cross_entropy.one-hot-forgotten
# follows: MLPClassifier
import numpy as np


def softmax_cross_entropy(Z, y):
    n = len(y)
    Z = Z - Z.max(axis=1, keepdims=True)
    E = np.exp(Z)
    S = E.sum(axis=1, keepdims=True)
    loss = np.mean(np.log(S[:, 0]) - Z[np.arange(n), y])
    dZ = E / S
    return loss, dZ / n
