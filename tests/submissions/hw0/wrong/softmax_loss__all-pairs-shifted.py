# question: softmax_loss
# mistake: Z[:, y] subtracts every label's logit from every row
# names: softmax_loss.all-pairs
import numpy as np


def softmax_loss(Z, y):
    Z = Z - Z.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(Z).sum(axis=1)) - Z[:, y])
