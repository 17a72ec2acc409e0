# question: normalized_laplacian
# mistake: gives an isolated vertex a loop in the weights themselves
# nameless: yes
import numpy as np


def normalized_laplacian(W):
    d = W.sum(axis=1)
    for i in np.flatnonzero(d == 0):
        W[i, i] = d[i] = 1
    r = 1 / np.sqrt(d)
    return np.eye(len(W)) - r[:, None] * W * r
