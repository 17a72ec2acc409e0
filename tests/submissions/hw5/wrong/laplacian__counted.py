# question: laplacian
# mistake: the number of neighbours
# names: laplacian.counted
import numpy as np


def laplacian(W):
    return np.diag((W > 0).sum(axis=1)) - W
