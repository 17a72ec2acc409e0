# question: gradient_weights
# mistake: −y in the type of the labels, which may be bytes without a sign
# nameless: yes
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    return Phi.T @ (-y + _sigmoid(Phi @ w)) / len(y) + 2 * rho1 * w
