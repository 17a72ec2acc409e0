# question: cross_entropy_grad
# mistake: p is clipped to [eps, 1 − eps], eps is not added
# names: cross_entropy_grad.eps-not-added
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    p = np.clip(p, eps, 1 - eps)
    return (-y / p + (1 - y) / (1 - p)) / len(p)
