# question: svm.hinge_loss
# mistake: squared
# names: svm.hinge_loss.squared
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return 0.5 * w @ w + C * (m ** 2).sum()
