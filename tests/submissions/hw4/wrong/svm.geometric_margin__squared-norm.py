# question: svm.geometric_margin
# mistake: divided by the square of the norm
# names: svm.geometric_margin.squared-norm
import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ w + b)) / (w @ w)
