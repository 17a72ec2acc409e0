# question: gradient_centers
# mistake: no sigmoid
# nameless: yes
import numpy as np


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    D = X[:, None, :] - C[None, :, :]
    Phi = np.sqrt((D ** 2).sum(axis=2) + sigma ** 2)
    e = Phi @ w - y
    S = -D / Phi[:, :, None]
    return np.einsum('p,n,pnd->nd', e, w, S) / len(X) + 2 * rho2 * C
