# question: softmax_loss
# mistake: the sign of the loss is wrong
# names: softmax_loss.wrong-sign
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return np.mean(Z[np.arange(len(y)), y] - log_sum)
