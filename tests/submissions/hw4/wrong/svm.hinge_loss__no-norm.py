# question: svm.hinge_loss
# mistake: without the norm
# names: svm.hinge_loss.no-norm
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return C * m.sum()
