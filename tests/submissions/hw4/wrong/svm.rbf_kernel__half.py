# question: svm.rbf_kernel
# mistake: one half
# names: svm.rbf_kernel.half
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    d = np.linalg.norm(X[:, None] - Z[None], axis=2)
    return np.exp(-0.5 * gamma * d ** 2)
