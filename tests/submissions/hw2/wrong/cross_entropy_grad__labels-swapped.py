# question: cross_entropy_grad
# mistake: class 0 is taken for class 1
# names: cross_entropy_grad.labels-swapped
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (-(1 - y) / (p + eps) + y / (1 - p + eps)) / len(p)
