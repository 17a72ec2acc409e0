# question: gradient_centers
# mistake: the derivative of the square, without that of the root
# names: gradient_centers.not-divided
import numpy as np


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    D = X[:, None, :] - C[None, :, :]
    Phi = np.sqrt((D ** 2).sum(axis=2) + sigma ** 2)
    e = 1 / (1 + np.exp(-(Phi @ w))) - y
    S = -2 * D
    return np.einsum('p,n,pnd->nd', e, w, S) / len(X) + 2 * rho2 * C
