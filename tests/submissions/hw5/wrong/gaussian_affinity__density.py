# question: gaussian_affinity
# mistake: divided by the integral
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / (2 * sigma ** 2))
    np.fill_diagonal(W, 0)
    W = W / (2 * np.pi * sigma ** 2) ** (X.shape[1] / 2)
    return W
