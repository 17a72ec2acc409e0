# question: svm.functional_margin
# mistake: the sum of the margins
# names: svm.functional_margin.mean
import numpy as np


def functional_margin(X, y, w, b):
    return np.sum(y * (X @ w + b))
