# question: cross_entropy
# mistake: the minus is missing
# names: cross_entropy.wrong-sign
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))
