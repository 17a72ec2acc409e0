# question: cross_entropy
# mistake: (n, 1) against (n,) makes an (n, n) matrix
# says: (n, 1) with (n,) is (n, n) for NumPy


import numpy as np


def cross_entropy(p, y, eps=1e-7):
    return -np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))
