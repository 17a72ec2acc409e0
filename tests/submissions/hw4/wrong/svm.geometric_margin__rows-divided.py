# question: svm.geometric_margin
# mistake: divided by the norm of the rows
# nameless: yes
import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ w + b) / np.linalg.norm(X, axis=1))
