# question: gaussian_affinity
# mistake: no exponential
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / (2 * sigma ** 2))
    W = D / (2 * sigma ** 2)
    return W
