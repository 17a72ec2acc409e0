# question: svm.polynomial_kernel
# mistake: the default is 2
# nameless: yes
import numpy as np


def polynomial_kernel(X, Z, degree=2, coef0=1.0):
    return (X @ Z.T + coef0) ** degree
