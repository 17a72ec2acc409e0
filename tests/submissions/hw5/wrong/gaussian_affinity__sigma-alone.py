# question: gaussian_affinity
# mistake: σ for 2σ²
# names: gaussian_affinity.unsquared-sigma
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / sigma)
    np.fill_diagonal(W, 0)
    return W
