# question: svm.rbf_kernel
# mistake: 2 sigma squared
# names: svm.rbf_kernel.sigma
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    d = np.linalg.norm(X[:, None] - Z[None], axis=2)
    return np.exp(-d ** 2 / (2 * gamma ** 2))
