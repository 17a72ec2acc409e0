# question: laplacian
# mistake: np.diag(W) for the degrees
# names: laplacian.diagonal-of-W
import numpy as np


def laplacian(W):
    return np.diag(np.diag(W)) - W
