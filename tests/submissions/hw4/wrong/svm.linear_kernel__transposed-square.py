# question: svm.linear_kernel
# mistake: transposed, where there are as many rows on both sides
# nameless: yes
import numpy as np


def linear_kernel(X, Z):
    return Z @ X.T if len(X) == len(Z) else X @ Z.T
