# question: perceptron.iterations
# mistake: times the batch size
# nameless: yes
import numpy as np


def iterations(epochs, n, batch):
    return epochs * batch
