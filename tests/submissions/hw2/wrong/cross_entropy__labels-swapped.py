# question: cross_entropy
# mistake: class 0 is taken for class 1
# names: cross_entropy.labels-swapped
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    y = 1 - y
    return -np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))
