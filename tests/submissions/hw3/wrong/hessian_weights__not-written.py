# question: hessian_weights
# mistake: returns nothing
# nameless: yes
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    H = (Phi.T * (p * (1 - p))) @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
