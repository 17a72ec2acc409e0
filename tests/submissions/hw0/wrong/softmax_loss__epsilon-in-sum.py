# question: softmax_loss
# mistake: a small number is added to the sum of the exponentials
# nameless: yes
import numpy as np


def softmax_loss(Z, y):
    m = Z.max(axis=1, keepdims=True)
    return np.mean(m[:, 0] + np.log(1e-5 + np.exp(Z - m).sum(axis=1)) - Z[np.arange(len(y)), y])
