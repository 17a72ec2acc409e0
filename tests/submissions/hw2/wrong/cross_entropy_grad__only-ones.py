# question: cross_entropy_grad
# mistake: the term of class 0 is missing
# names: cross_entropy_grad.only-ones
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return -y / (p + eps) / len(p)
