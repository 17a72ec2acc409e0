# question: gradient_weights
# mistake: divided by the number of centres
# nameless: yes
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (p - y) / Phi.shape[1] + 2 * rho1 * w
