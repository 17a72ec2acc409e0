# question: svm.rbf_kernel
# mistake: the root of a squared distance that is rounded to less than 0
# nameless: yes
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    squares = (X ** 2).sum(axis=1)[:, None] + (Z ** 2).sum(axis=1) - 2 * X @ Z.T
    return np.exp(-gamma * np.sqrt(squares) ** 2)
