# question: svm.hinge_loss
# mistake: the norm is not squared, as printed
# names: svm.hinge_loss.unsquared-norm
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return 0.5 * np.linalg.norm(w) + C * m.sum()
