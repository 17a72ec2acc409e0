# question: cross_entropy_grad
# mistake: eps is left out
# names: cross_entropy_grad.eps-not-added
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (-y / p + (1 - y) / (1 - p)) / len(p)
