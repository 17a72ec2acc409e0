# question: softmax_loss
# mistake: the largest logit stands in for the log-sum-exp
import numpy as np


def softmax_loss(Z, y):
    return np.mean(Z.max(axis=1) - Z[np.arange(len(y)), y])
