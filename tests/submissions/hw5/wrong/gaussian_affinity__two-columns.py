# question: gaussian_affinity
# mistake: two columns only
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    W = np.exp(-((X[:, None, 0] - X[:, 0]) ** 2 + (X[:, None, 1] - X[:, 1]) ** 2) / (2 * sigma ** 2))
    np.fill_diagonal(W, 0)
    return W
