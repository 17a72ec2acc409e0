# question: softmax_loss
# mistake: the logits are clipped to the range from -1 to 1
import numpy as np


def softmax_loss(Z, y):
    Z = np.clip(Z, -1, 1)
    log_sum = np.log(np.exp(Z).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y])
