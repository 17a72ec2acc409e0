# question: softmax_loss
# mistake: the exponentials of all rows are summed
# names: softmax_loss.one-sum-for-all
# also: softmax_loss.overflow
import numpy as np


def softmax_loss(Z, y):
    log_sum = np.log(np.sum(np.exp(Z)))
    return np.mean(log_sum - Z[np.arange(y.size), y])
