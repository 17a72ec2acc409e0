# question: svm.linear_kernel
# mistake: rows and columns swapped
# names: svm.linear_kernel.transposed
import numpy as np


def linear_kernel(X, Z):
    return Z @ X.T
