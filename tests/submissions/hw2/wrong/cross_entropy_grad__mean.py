# question: cross_entropy_grad
# mistake: the mean over the rows: one number
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return np.mean(-y / (p + eps) + (1 - y) / (1 - p + eps))
