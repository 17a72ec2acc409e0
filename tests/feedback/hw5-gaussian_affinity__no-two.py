# question: gaussian_affinity
# mistake: σ² for 2σ²
# says: The exponent is −‖x_i − x_j‖²/(2σ²)


import numpy as np


def gaussian_affinity(X, sigma):
    D = ((X[:, None] - X) ** 2).sum(axis=2)
    W = np.exp(-D / sigma ** 2)
    np.fill_diagonal(W, 0)
    return W
