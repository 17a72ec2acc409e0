# question: svm.rbf_kernel
# mistake: the distance is not squared
# names: svm.rbf_kernel.no-square
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    d = np.linalg.norm(X[:, None] - Z[None], axis=2)
    return np.exp(-gamma * d)
