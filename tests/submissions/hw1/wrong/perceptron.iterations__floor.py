# question: perceptron.iterations
# mistake: the short slice is not counted
# names: perceptron.iterations.floor
import numpy as np


def iterations(epochs, n, batch):
    return epochs * (n // batch)
