# question: svm.hinge_loss
# mistake: negative losses count
# nameless: yes
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return 0.5 * w @ w + C * (1 - y * (X @ w + b)).sum()
