# question: normalized_laplacian
# mistake: 0/0 for a vertex without neighbours
# names: normalized_laplacian.isolated-nan
import numpy as np


def normalized_laplacian(W):
    r = 1 / np.sqrt(W.sum(axis=1))
    return np.eye(len(W)) - np.diag(r) @ W @ np.diag(r)
