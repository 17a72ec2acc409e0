# question: normalized_laplacian
# mistake: only one side
# nameless: yes
import numpy as np


def normalized_laplacian(W):
    d = W.sum(axis=1)
    d = np.where(d > 0, d, 1)
    return np.eye(len(W)) - W / np.sqrt(d)
