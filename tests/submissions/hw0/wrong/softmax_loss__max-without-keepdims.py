# question: softmax_loss
# mistake: the maxima of the rows are lined up with the columns
# names: softmax_loss.shift-of-columns
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y])
