# question: cross_entropy_grad
# mistake: the argument eps is not used
# names: cross_entropy_grad.eps-not-added
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (-y / (p + 1e-7) + (1 - y) / (1 - p + 1e-7)) / len(p)
