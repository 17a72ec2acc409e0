# question: hessian_weights
# mistake: no penalty
# names: hessian_weights.no-penalty
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return (Phi.T * (p * (1 - p))) @ Phi / len(Phi)
