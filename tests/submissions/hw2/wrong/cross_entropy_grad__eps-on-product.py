# question: cross_entropy_grad
# mistake: eps is added to p(1 − p)
# names: cross_entropy_grad.eps-on-product
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (p - y) / (p * (1 - p) + eps) / len(p)
