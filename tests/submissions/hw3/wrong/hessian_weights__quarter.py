# question: hessian_weights
# mistake: p(1 - p) is taken for 1/4
# nameless: yes
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    return 0.25 * Phi.T @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
