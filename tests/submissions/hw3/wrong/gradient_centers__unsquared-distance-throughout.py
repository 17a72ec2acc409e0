# question: gradient_centers
# mistake: the same, and its own derivative
# names: gradient_centers.unsquared-distance
import numpy as np


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    D = X[:, None, :] - C[None, :, :]
    Phi = np.sqrt(np.linalg.norm(D, axis=2) + sigma ** 2)
    e = 1 / (1 + np.exp(-(Phi @ w))) - y
    S = -D / (2 * np.linalg.norm(D, axis=2) * Phi)[:, :, None]
    return np.einsum('p,n,pnd->nd', e, w, S) / len(X) + 2 * rho2 * C
