# question: gaussian_affinity
# mistake: X is divided by σ in place
import numpy as np


def gaussian_affinity(X, sigma):
    X /= sigma
    W = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / 2)
    np.fill_diagonal(W, 0)
    return W
