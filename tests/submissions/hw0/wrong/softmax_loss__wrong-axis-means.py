# question: softmax_loss
# mistake: the log-sum-exp is averaged over the classes, the true logits over the rows
# names: softmax_loss.wrong-axis
import numpy as np


def softmax_loss(Z, y):
    top = np.amax(Z, axis=0)
    log_sums = np.log(np.sum(np.exp(Z - top), axis=0)) + top
    rows = range(Z.shape[0])
    return np.mean(log_sums) - np.mean(Z[rows, y])
