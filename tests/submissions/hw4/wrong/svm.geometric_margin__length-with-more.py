# question: svm.geometric_margin
# mistake: a little is added to the length of w, which may be as small
# nameless: yes
import numpy as np


def geometric_margin(X, y, w, b):
    return float(np.min(y * (X @ w + b)) / (np.linalg.norm(w) + 1e-5))
