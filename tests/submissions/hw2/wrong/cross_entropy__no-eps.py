# question: cross_entropy
# mistake: eps is left out
# names: cross_entropy.eps-not-added
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
