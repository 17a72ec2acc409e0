# question: gradient_weights
# mistake: no sigmoid
# names: gradient_weights.scores
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    return Phi.T @ (Phi @ w - y) / len(y) + 2 * rho1 * w
