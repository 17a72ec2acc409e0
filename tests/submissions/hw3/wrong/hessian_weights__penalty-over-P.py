# question: hessian_weights
# mistake: the penalty is averaged, too
# nameless: yes
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    p = 1 / (1 + np.exp(-(Phi @ w)))
    return ((Phi.T * (p * (1 - p))) @ Phi + 2 * rho1 * np.eye(len(w))) / len(Phi)
