# question: svm.geometric_margin
# mistake: divided by the square of the norm
# says: `w @ w` is the square of the norm


import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ w + b)) / (w @ w)
