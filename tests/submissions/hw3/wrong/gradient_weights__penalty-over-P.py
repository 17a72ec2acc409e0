# question: gradient_weights
# mistake: the penalty is averaged, too
# names: gradient_weights.penalty-over-P
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return (Phi.T @ (p - y) + 2 * rho1 * w) / len(y)
