# question: svm.hinge_loss
# mistake: the mean
# says: C Σ max(0, 1 − y (x·w + b))


import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return 0.5 * w @ w + C * m.mean()
