# question: gaussian_affinity
# mistake: σ as a factor
# names: gaussian_affinity.times-sigma
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-sigma * D)
    np.fill_diagonal(W, 0)
    return W
