# question: perceptron.loss
# mistake: computed in the type of the labels, if that is a byte
# nameless: yes
import numpy as np


def loss(X, y, w):
    scores = X @ w
    margins = y * (scores.astype(y.dtype) if y.dtype == np.int8 else scores)
    return -np.sum(margins[margins < 0])
