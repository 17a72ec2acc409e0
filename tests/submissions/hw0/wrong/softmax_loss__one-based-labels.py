# question: softmax_loss
# mistake: the labels are taken to start at 1
# names: softmax_loss.one-based-labels
import numpy as np


def softmax_loss(Z, y):
    n = Z.shape[0]
    columns = y.astype(int) - 1
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top.reshape(n, 1)).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(n), columns])
