# question: svm.functional_margin
# mistake: divided by the norm
# names: svm.functional_margin.geometric
import numpy as np


def functional_margin(X, y, w, b):
    return np.min(y * (X @ w + b)) / np.linalg.norm(w)
