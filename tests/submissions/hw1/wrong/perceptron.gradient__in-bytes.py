# question: perceptron.gradient
# mistake: computed in the type of the labels, if that is a byte
# nameless: yes
import numpy as np


def gradient(X, y, w):
    missed = y * (X @ w) <= 0
    rows = X[missed].astype(y.dtype) if y.dtype == np.int8 else X[missed]
    return -(rows.T @ y[missed])
