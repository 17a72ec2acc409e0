# question: Sigmoid
# mistake: a label in place of a probability
# follows: Model
import numpy as np


class Sigmoid:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(-np.abs(X))
        self.s = np.where(X >= 0, 1 / (1 + e), e / (1 + e))
        return (self.s > 0.5).astype(float)

    def backward(self, upstream):
        return upstream * self.s * (1 - self.s)
