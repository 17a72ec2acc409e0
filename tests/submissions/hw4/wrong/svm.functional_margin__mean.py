# question: svm.functional_margin
# mistake: the mean of the margins
# names: svm.functional_margin.mean
import numpy as np


def functional_margin(X, y, w, b):
    return np.mean(y * (X @ w + b))
