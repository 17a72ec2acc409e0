# question: hessian_weights
# mistake: p(1 - p) is missing
# names: hessian_weights.no-curvature
import numpy as np


def hessian_weights(Phi, w, rho1=0.0):
    return Phi.T @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
