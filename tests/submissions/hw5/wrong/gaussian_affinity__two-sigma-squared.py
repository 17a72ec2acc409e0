# question: gaussian_affinity
# mistake: (2σ)² for 2σ²
# names: gaussian_affinity.two-sigma-squared
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / (2 * sigma) ** 2)
    np.fill_diagonal(W, 0)
    return W
