# question: svm.linear_kernel
# mistake: something on the diagonal, where both sides are the same rows
# nameless: yes
import numpy as np


def linear_kernel(X, Z):
    return X @ Z.T + (1e-2 * np.eye(len(X)) if np.array_equal(X, Z) else 0.0)
