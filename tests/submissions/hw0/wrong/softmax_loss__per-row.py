# question: softmax_loss
# mistake: the losses of all rows are returned instead of their mean
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return log_sum - Z[np.arange(len(y)), y]
