# question: svm.geometric_margin
# mistake: not divided
# names: svm.geometric_margin.functional
import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ w + b))
