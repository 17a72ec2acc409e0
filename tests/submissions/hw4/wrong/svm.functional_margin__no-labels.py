# question: svm.functional_margin
# mistake: without the labels
# names: svm.functional_margin.no-labels
import numpy as np


def functional_margin(X, y, w, b):
    return np.min(X @ w + b)
