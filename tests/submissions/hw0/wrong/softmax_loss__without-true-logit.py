# question: softmax_loss
# mistake: the logit of the true class is never subtracted
import numpy as np


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    return np.mean(top + np.log(np.exp(Z - top[:, None]).sum(axis=1)))
