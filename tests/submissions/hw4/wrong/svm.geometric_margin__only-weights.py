# question: svm.geometric_margin
# mistake: b is not divided
# names: svm.geometric_margin.only-weights-divided
import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ (w / np.linalg.norm(w)) + b))
