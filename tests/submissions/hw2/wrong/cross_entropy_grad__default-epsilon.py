# question: cross_entropy_grad
# mistake: another epsilon by default
import numpy as np


def cross_entropy_grad(p, y, eps=1e-9):
    y = y.reshape(p.shape)
    return (-y / (p + eps) + (1 - y) / (1 - p + eps)) / len(p)
