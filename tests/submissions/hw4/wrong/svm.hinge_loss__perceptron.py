# question: svm.hinge_loss
# mistake: only misclassified rows
# names: svm.hinge_loss.perceptron
import numpy as np


def hinge_loss(X, y, w, b, C):
    m = np.maximum(0, 1 - y * (X @ w + b))
    return 0.5 * w @ w + C * np.maximum(0, -y * (X @ w + b)).sum()
