# question: laplacian
# mistake: only the degrees
# nameless: yes
import numpy as np


def laplacian(W):
    return np.diag(W.sum(axis=1))
