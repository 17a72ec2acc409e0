# question: svm.functional_margin
# mistake: without its sign
# names: svm.functional_margin.absolute
import numpy as np


def functional_margin(X, y, w, b):
    return np.min(np.abs(X @ w + b))
