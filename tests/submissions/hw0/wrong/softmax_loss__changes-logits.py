# question: softmax_loss
# mistake: the shift is done inside the caller's logits
# names: softmax_loss.argument-changed
import numpy as np


def softmax_loss(Z, y):
    Z -= Z.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(Z).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y])
