# question: svm.geometric_margin
# mistake: the length of w is taken for at least a thousandth
# nameless: yes
import numpy as np


def geometric_margin(X, y, w, b):
    return float(np.min(y * (X @ w + b)) / max(np.linalg.norm(w), 1e-3))
