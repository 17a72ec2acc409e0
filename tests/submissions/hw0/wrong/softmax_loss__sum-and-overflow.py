# question: softmax_loss
# mistake: summed, and exp is taken of the logits as they are: two mistakes in one line
# names: softmax_loss.sum-not-mean
# also: softmax_loss.overflow
import numpy as np


def softmax_loss(Z, y):
    return np.sum(np.log(np.exp(Z).sum(axis=1)) - Z[np.arange(len(y)), y])
