# question: svm.polynomial_kernel
# mistake: coef0 after the power
# names: svm.polynomial_kernel.added-after
import numpy as np


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T) ** degree + coef0
