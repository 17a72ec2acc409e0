# question: gradient_weights
# mistake: rows and columns are mixed up where there are more columns
# nameless: yes
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    P = max(Phi.shape)
    return Phi.T @ (p - y) / P + 2 * rho1 * w
