# question: cross_entropy
# mistake: the term of class 0 is missing
# names: cross_entropy.only-ones
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.mean(y * np.log(p + eps))
