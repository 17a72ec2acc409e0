# question: perceptron.loss
# mistake: the hinge loss of an SVM
# nameless: yes
import numpy as np


def loss(X, y, w):
    return np.sum(np.maximum(0, 1 - y * (X @ w)))
