# question: svm.rbf_kernel
# mistake: only rows of equal number
# nameless: yes
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    return np.exp(-gamma * np.sum((X - Z) ** 2, axis=1))
