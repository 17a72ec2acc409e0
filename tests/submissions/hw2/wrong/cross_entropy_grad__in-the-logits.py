# question: cross_entropy_grad
# mistake: p − y, the gradient before the sigmoid
# names: cross_entropy_grad.in-the-logits
# follows: Model
import numpy as np


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (p - y) / len(p)
