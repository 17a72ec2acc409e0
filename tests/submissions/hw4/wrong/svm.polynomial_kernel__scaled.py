# question: svm.polynomial_kernel
# mistake: divided by the number of columns
# nameless: yes
import numpy as np


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T / X.shape[1] + coef0) ** degree
