# question: gradient_weights
# mistake: the sign of the weights instead of the weights
# nameless: yes
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ (p - y) / len(y) + 2 * rho1 * np.sign(w)
