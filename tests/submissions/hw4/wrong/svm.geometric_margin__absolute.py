# question: svm.geometric_margin
# mistake: without its sign
# names: svm.geometric_margin.absolute
import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(np.abs(X @ w + b)) / np.linalg.norm(w)
