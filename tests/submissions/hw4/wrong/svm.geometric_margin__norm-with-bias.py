# question: svm.geometric_margin
# mistake: b in the norm
# names: svm.geometric_margin.norm-with-bias
import numpy as np


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ w + b)) / np.linalg.norm(np.append(w, b))
