# question: svm.functional_margin
# mistake: without b
# names: svm.functional_margin.no-bias
import numpy as np


def functional_margin(X, y, w, b):
    return np.min(y * (X @ w))
