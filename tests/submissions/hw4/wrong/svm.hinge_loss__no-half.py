# question: svm.hinge_loss
# mistake: without one half
# names: svm.hinge_loss.no-half
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return w @ w + C * m.sum()
