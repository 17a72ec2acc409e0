# question: cross_entropy
# mistake: logarithms to base 2
# names: cross_entropy.base-two
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.mean(y * np.log2(p + eps) + (1 - y) * np.log2(1 - p + eps))
