# question: gaussian_affinity
# mistake: the distance itself
# names: gaussian_affinity.unsquared-distance
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-np.sqrt(D) / (2 * sigma ** 2))
    np.fill_diagonal(W, 0)
    return W
