# question: cross_entropy
# mistake: summed, not averaged
# names: cross_entropy.sum-not-mean
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.sum(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))
