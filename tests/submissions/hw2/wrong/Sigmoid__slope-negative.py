# question: Sigmoid
# mistake: s(s − 1)
# names: Sigmoid.wrong-sign
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
        return self.s

    def backward(self, upstream):
        return upstream * self.s * (self.s - 1)
