# question: gradient_centers
# mistake: the weights are forgotten
# names: gradient_centers.no-weights
import numpy as np


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    D = X[:, None, :] - C[None, :, :]
    Phi = np.sqrt((D ** 2).sum(axis=2) + sigma ** 2)
    e = 1 / (1 + np.exp(-(Phi @ w))) - y
    S = -D / Phi[:, :, None]
    return np.einsum('p,pnd->nd', e, S) / len(X) + 2 * rho2 * C
