# question: softmax_loss
# mistake: the targets have ten columns whatever the logits have
# names: softmax_loss.fixed-classes
import numpy as np


def softmax_loss(Z, y):
    targets = np.zeros((Z.shape[0], 10))
    targets[np.arange(Z.shape[0]), y] = 1
    S = Z - Z.max(axis=1, keepdims=True)
    log_p = S - np.log(np.exp(S).sum(axis=1, keepdims=True))
    return -np.mean(np.sum(targets * log_p, axis=1))
