# question: gradient_weights
# mistake: rho1 w
# names: gradient_weights.half-penalty
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (p - y) / len(y) + rho1 * w
