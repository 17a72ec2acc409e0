# question: gaussian_affinity
# mistake: the minus is missing
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(D / (2 * sigma ** 2))
    np.fill_diagonal(W, 0)
    return W
