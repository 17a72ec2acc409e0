# question: laplacian
# mistake: W − D
# names: laplacian.wrong-sign
import numpy as np


def laplacian(W):
    return W - np.diag(W.sum(axis=1))
