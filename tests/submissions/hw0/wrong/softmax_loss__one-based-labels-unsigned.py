# question: softmax_loss
# mistake: one is subtracted from unsigned labels, so that label 0 becomes 255
# names: softmax_loss.one-based-labels
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1, keepdims=True)
    log_sum = (top + np.log(np.exp(Z - top).sum(axis=1, keepdims=True))).ravel()
    return (log_sum - Z[np.arange(len(Z)), y - 1]).mean()
