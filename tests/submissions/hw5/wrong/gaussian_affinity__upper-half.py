# question: gaussian_affinity
# mistake: only the upper half
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / (2 * sigma ** 2))
    W = np.triu(W, 1)
    return W
