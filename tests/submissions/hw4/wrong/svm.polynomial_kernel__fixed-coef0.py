# question: svm.polynomial_kernel
# mistake: 1 is added, whatever coef0 is
# names: svm.polynomial_kernel.fixed-coef0
import numpy as np


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T + 1.0) ** degree
