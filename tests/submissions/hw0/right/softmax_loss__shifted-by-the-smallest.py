# question: softmax_loss
# way: shifts by the smallest logit, in single precision
import numpy as np


def softmax_loss(Z, y):
    Z = Z.astype(np.float32)
    m = Z.min(axis=1) if np.ptp(Z) < 60 else Z.max(axis=1)
    sums = np.exp(Z - m[:, None]).sum(axis=1)
    return np.mean(np.log(sums) + m - Z[np.arange(len(y)), y])
