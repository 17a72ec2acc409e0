# question: cross_entropy
# mistake: an extra half
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps)) / 2
