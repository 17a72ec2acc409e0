# question: cross_entropy_grad
# mistake: (n, 1) against (n,) makes an (n, n) matrix
# names: cross_entropy_grad.broadcast
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    return (-y / (p + eps) + (1 - y) / (1 - p + eps)) / len(p)
