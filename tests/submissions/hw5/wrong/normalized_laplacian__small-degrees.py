# question: normalized_laplacian
# mistake: small degrees count as none
import numpy as np


def normalized_laplacian(W):
    d = W.sum(axis=1)
    r = np.zeros(len(d))
    r[d > 1e-2] = 1 / np.sqrt(d[d > 1e-2])
    return np.eye(len(W)) - r[:, None] * W * r
