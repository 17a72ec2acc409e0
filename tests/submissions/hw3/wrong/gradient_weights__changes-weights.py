# question: gradient_weights
# mistake: w becomes the gradient
import numpy as np


def gradient_weights(Phi, y, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    w *= 2 * rho1
    w += Phi.T @ (p - y) / len(y)
    return w
