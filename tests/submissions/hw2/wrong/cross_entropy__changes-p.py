# question: cross_entropy
# mistake: eps is added to p in place
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    q = 1 - p.reshape(-1) + eps
    p += eps
    return -np.mean(y * np.log(p.reshape(-1)) + (1 - y) * np.log(q))
