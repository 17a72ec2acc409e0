# question: normalized_laplacian
# mistake: D^−½ W D^−½
# names: normalized_laplacian.no-identity
import numpy as np


def normalized_laplacian(W):
    d = W.sum(axis=1)
    d = np.where(d > 0, d, 1)
    return W / np.sqrt(np.outer(d, d))
