# question: gradient_centers
# mistake: the sum over the rows
# says: The loss is a mean, so the sum over the rows is divided by P


import numpy as np


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    D = X[:, None, :] - C[None, :, :]
    Phi = np.sqrt((D ** 2).sum(axis=2) + sigma ** 2)
    e = 1 / (1 + np.exp(-(Phi @ w))) - y
    S = -D / Phi[:, :, None]
    return np.einsum('p,n,pnd->nd', e, w, S) + 2 * rho2 * C
