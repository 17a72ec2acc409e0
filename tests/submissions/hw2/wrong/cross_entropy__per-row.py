# question: cross_entropy
# mistake: a loss for each row, not their mean
# names: cross_entropy.per-row
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))
