# question: hessian_weights
# mistake: the W of the notes is taken for the weights
# names: hessian_weights.weights-on-diagonal
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    return Phi.T @ np.diag(w) @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
