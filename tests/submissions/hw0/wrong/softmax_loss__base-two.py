# question: softmax_loss
# mistake: the logarithm has base 2
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log2(np.exp(Z - top[:, None]).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y])
