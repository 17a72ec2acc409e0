# question: perceptron.iterations
# mistake: not rounded
# names: perceptron.iterations.fraction
import numpy as np


def iterations(epochs, n, batch):
    return epochs * n / batch
