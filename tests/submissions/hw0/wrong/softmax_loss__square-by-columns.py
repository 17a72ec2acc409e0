# question: softmax_loss
# mistake: rows and columns are told apart by their number
# nameless: yes
import numpy as np


def softmax_loss(Z, y):
    if Z.shape[0] == Z.shape[1]:
        m = Z.max(axis=0, keepdims=True)
        return np.mean((m + np.log(np.exp(Z - m).sum(axis=0)))[0] - Z[np.arange(len(y)), y])
    m = Z.max(axis=1, keepdims=True)
    return np.mean(m[:, 0] + np.log(np.exp(Z - m).sum(axis=1)) - Z[np.arange(len(y)), y])
