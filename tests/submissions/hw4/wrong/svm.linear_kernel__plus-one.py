# question: svm.linear_kernel
# mistake: a one is added
# nameless: yes
import numpy as np


def linear_kernel(X, Z):
    return X @ Z.T + 1
