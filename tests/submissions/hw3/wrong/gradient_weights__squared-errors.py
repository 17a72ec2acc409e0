# question: gradient_weights
# mistake: the gradient of the squared error
# nameless: yes
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ ((p - y) * p * (1 - p)) / len(y) + 2 * rho1 * w
