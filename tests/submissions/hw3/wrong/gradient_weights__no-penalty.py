# question: gradient_weights
# mistake: no penalty
# names: gradient_weights.no-penalty
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (p - y) / len(y)
