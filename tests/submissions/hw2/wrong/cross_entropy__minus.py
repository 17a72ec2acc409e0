# question: cross_entropy
# mistake: a minus between the two terms
# names: cross_entropy.minus
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.mean(y * np.log(p + eps) - (1 - y) * np.log(1 - p + eps))
