# question: softmax_loss
# mistake: takes the memory of the logits for their rows
# nameless: yes
import numpy as np


def softmax_loss(Z, y):
    Z = Z.ravel(order="K").reshape(Z.shape)
    m = Z.max(axis=1, keepdims=True)
    return np.mean(m[:, 0] + np.log(np.exp(Z - m).sum(axis=1)) - Z[np.arange(len(y)), y])
