# question: softmax_loss
# mistake: the log-sum-exp is taken per class and then subtracted per row, which does not fit
# names: softmax_loss.wrong-axis
import numpy as np


def softmax_loss(Z, y):
    m = Z.max(axis=0)
    log_sum_exp = m + np.log(np.exp(Z - m).sum(axis=0))
    z_y = Z[np.arange(Z.shape[0]), y]
    return (log_sum_exp - z_y).mean()
