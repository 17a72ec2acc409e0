# question: softmax_loss
# mistake: the share of wrong predictions is returned instead of the loss
import numpy as np


def softmax_loss(Z, y):
    predictions = np.argmax(Z, axis=1)
    return np.mean(predictions != y)
