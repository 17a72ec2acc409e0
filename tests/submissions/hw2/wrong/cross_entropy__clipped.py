# question: cross_entropy
# mistake: p is clipped to [eps, 1 − eps], eps is not added
# names: cross_entropy.eps-not-added
# follows: Model
import numpy as np


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    p = np.clip(p, eps, 1 - eps)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
