# question: hessian_weights
# mistake: Phi is changed in place
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    Phi *= np.sqrt(p * (1 - p))[:, None]
    return Phi.T @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
