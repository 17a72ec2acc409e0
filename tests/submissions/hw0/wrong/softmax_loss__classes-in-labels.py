# question: softmax_loss
# mistake: the targets get as many columns as the largest label asks for
# names: softmax_loss.classes-from-labels
import numpy as np


def softmax_loss(Z, y):
    targets = np.eye(y.max() + 1)[y]
    S = Z - Z.max(axis=1, keepdims=True)
    log_p = S - np.log(np.exp(S).sum(axis=1, keepdims=True))
    return -np.mean(np.sum(targets * log_p, axis=1))
