# question: hessian_weights
# mistake: p instead of p(1 - p)
# names: hessian_weights.only-p
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return Phi.T @ np.diag(p) @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
