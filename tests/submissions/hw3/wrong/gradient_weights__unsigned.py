# question: gradient_weights
# mistake: -y of unsigned labels
# nameless: yes
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (-y + p) / len(y) + 2 * rho1 * w
