# question: svm.polynomial_kernel
# mistake: times the degree
# names: svm.polynomial_kernel.times-degree
import numpy as np


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T + coef0) * degree
