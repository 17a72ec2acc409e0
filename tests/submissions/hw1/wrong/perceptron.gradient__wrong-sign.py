# question: perceptron.gradient
# mistake: as printed in the notes, the sum
# names: perceptron.gradient.wrong-sign
import numpy as np


def gradient(X, y, w):
    m = y * (X @ w) < 0
    return X[m].T @ y[m]
