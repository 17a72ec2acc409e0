# question: svm.polynomial_kernel
# mistake: the degree is always 3
# names: svm.polynomial_kernel.fixed-degree
import numpy as np


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T + coef0) ** 3
