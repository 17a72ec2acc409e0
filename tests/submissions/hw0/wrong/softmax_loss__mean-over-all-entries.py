# question: softmax_loss
# mistake: the sum over the rows is divided by the number of all logits
# names: softmax_loss.mean-over-all-entries
import numpy as np


def softmax_loss(Z, y):
    one_hot = np.zeros_like(Z)
    one_hot[np.arange(Z.shape[0]), y] = 1
    shifted = Z - Z.max(axis=1, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return -np.mean(one_hot * log_probs)
