# question: cross_entropy_grad
# mistake: the wrong sign
# names: cross_entropy_grad.wrong-sign
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (y / (p + eps) - (1 - y) / (1 - p + eps)) / len(p)
