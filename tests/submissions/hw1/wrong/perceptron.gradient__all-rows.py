# question: perceptron.gradient
# mistake: all rows
# names: perceptron.gradient.all-rows
import numpy as np


def gradient(X, y, w):
    return -X.T @ y
