# question: cross_entropy_grad
# mistake: eps is added to p in place
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    q = 1 - p + eps
    p += eps
    return (-y / p + (1 - y) / q) / len(p)
