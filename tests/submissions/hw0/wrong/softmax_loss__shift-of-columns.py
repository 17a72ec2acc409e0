# question: softmax_loss
# mistake: the largest logit of each column is subtracted, and not of each row
# names: softmax_loss.shift-of-columns
import numpy as np


def softmax_loss(Z, y):
    Z = Z - Z.max(axis=0)
    return np.mean(np.log(np.exp(Z).sum(axis=1)) - Z[np.arange(len(y)), y])
