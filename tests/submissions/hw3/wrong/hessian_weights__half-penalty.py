# question: hessian_weights
# mistake: rho1 I
# names: hessian_weights.half-penalty
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return (Phi.T * (p * (1 - p))) @ Phi / len(Phi) + rho1 * np.eye(len(w))
