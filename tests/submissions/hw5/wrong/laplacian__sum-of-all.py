# question: laplacian
# mistake: the sum of all weights
# nameless: yes
import numpy as np


def laplacian(W):
    return np.eye(len(W)) * W.sum() - W
