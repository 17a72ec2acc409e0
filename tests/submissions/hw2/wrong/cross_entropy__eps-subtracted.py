# question: cross_entropy
# mistake: 1 − (p + eps): eps has the wrong sign in the second logarithm
# names: cross_entropy.eps-subtracted
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    p = p + eps
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
