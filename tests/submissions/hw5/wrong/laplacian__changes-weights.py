# question: laplacian
# mistake: in place
import numpy as np


def laplacian(W):
    W *= -1
    W[np.diag_indices(len(W))] = -W.sum(axis=1)
    return W
