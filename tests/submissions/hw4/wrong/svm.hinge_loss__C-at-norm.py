# question: svm.hinge_loss
# mistake: C at the norm
# names: svm.hinge_loss.no-C
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return 0.5 * C * w @ w + m.sum()
