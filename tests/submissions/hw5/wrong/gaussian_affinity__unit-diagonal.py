# question: gaussian_affinity
# mistake: a vertex is its own neighbour
# names: gaussian_affinity.unit-diagonal
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / (2 * sigma ** 2))
    pass
    return W
