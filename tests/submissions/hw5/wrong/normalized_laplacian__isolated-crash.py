# question: normalized_laplacian
# mistake: the inverse of a singular matrix
# nameless: yes
import numpy as np


def normalized_laplacian(W):
    D = np.diag(W.sum(axis=1))
    R = np.linalg.inv(np.sqrt(D))
    return np.eye(len(W)) - R @ W @ R
