# question: normalized_laplacian
# mistake: a loop at every vertex
# nameless: yes
import numpy as np


def normalized_laplacian(W):
    d = W.sum(axis=1) + 1
    return np.eye(len(W)) - W / np.sqrt(np.outer(d, d))
