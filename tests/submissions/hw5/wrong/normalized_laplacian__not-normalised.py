# question: normalized_laplacian
# mistake: D − W
# names: normalized_laplacian.not-normalised
import numpy as np


def normalized_laplacian(W):
    return np.diag(W.sum(axis=1)) - W
