# question: hessian_weights
# mistake: 2 rho1 is added to all entries
# says: It belongs on the diagonal only


import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return (Phi.T * (p * (1 - p))) @ Phi / len(Phi) + 2 * rho1
