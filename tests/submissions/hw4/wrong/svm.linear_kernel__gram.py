# question: svm.linear_kernel
# mistake: only X is looked at
# nameless: yes
import numpy as np


def linear_kernel(X, Z):
    return X @ X.T
