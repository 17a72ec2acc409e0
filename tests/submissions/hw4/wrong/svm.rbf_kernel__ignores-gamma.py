# question: svm.rbf_kernel
# mistake: gamma is not used
# names: svm.rbf_kernel.ignores-gamma
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    d = X[:, None, :] - Z[None, :, :]
    return np.exp(-np.sum(d * d, axis=2))
