# question: hessian_weights
# mistake: a matrix of rows by rows
# nameless: yes
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    d = np.sqrt(p * (1 - p))
    return (d[:, None] * Phi) @ (d[:, None] * Phi).T / len(Phi) + 2 * rho1 * np.eye(len(Phi))
