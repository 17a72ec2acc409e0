# question: cross_entropy_grad
# mistake: not divided by n
# names: cross_entropy_grad.sum-not-mean
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return -y / (p + eps) + (1 - y) / (1 - p + eps)
