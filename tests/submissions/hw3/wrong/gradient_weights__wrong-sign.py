# question: gradient_weights
# mistake: label minus prediction
# names: gradient_weights.wrong-sign
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (y - p) / len(y) + 2 * rho1 * w
