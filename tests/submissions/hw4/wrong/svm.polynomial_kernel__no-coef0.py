# question: svm.polynomial_kernel
# mistake: without coef0
# names: svm.polynomial_kernel.no-coef0
import numpy as np


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T) ** degree
