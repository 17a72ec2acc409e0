# question: laplacian
# mistake: D + W
# names: laplacian.plus
import numpy as np


def laplacian(W):
    return np.diag(W.sum(axis=1)) + W
