# question: cross_entropy_grad
# mistake: 1 − (p + eps): eps has the wrong sign in the second fraction
# names: cross_entropy_grad.eps-subtracted
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    p = p + eps
    return (-y / p + (1 - y) / (1 - p)) / len(p)
