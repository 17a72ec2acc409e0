# question: svm.functional_margin
# mistake: y is changed in place
import numpy as np


def functional_margin(X, y, w, b):
    y *= X @ w + b
    return float(y.min())
