# question: gaussian_affinity
# mistake: every 1 becomes 0, not only the diagonal
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    W = np.exp(-_squares(X, X) / (2 * sigma ** 2))
    W[W == 1] = 0
    return W
