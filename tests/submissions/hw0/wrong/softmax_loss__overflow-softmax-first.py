# question: softmax_loss
# mistake: the probabilities are computed first, without a shift, and the logarithm is taken of them
# names: softmax_loss.overflow
import numpy as np


def softmax_loss(Z, y):
    def _probabilities(z):
        e = np.exp(z)
        return e / e.sum()

    losses = []
    for z, label in zip(Z, y):
        losses.append(-np.log(_probabilities(z)[label]))
    return sum(losses) / len(losses)
