# question: softmax_loss
# mistake: logits above 500 are cut off so that the exponential stays finite
import numpy as np


def softmax_loss(Z, y):
    Z = np.clip(Z, -500, 500)
    log_sum = np.log(np.exp(Z).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y])
