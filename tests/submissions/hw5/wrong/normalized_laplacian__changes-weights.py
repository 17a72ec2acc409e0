# question: normalized_laplacian
# mistake: W is divided in place
import numpy as np


def normalized_laplacian(W):
    d = W.sum(axis=1)
    d = np.where(d > 0, d, 1)
    W /= np.sqrt(np.outer(d, d))
    return np.eye(len(W)) - W
