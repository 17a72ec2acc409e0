# question: softmax_loss
# mistake: Z[:, y] takes the columns of all labels for every row
# names: softmax_loss.all-pairs
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return np.mean(log_sum) - np.mean(Z[:, y])
