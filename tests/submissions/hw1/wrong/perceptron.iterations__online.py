# question: perceptron.iterations
# mistake: every row is an iteration
# names: perceptron.iterations.online
import numpy as np


def iterations(epochs, n, batch):
    return epochs * n
