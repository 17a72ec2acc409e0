# question: gradient_weights
# mistake: the sum over the rows
# names: gradient_weights.sum
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (p - y) + 2 * rho1 * w
