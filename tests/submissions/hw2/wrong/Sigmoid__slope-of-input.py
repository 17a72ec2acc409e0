# question: Sigmoid
# mistake: x(1 − x) in place of s(1 − s)
# names: Sigmoid.slope-from-input
# follows: Model
import numpy as np


class Sigmoid:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(-np.abs(X))
        self.X = X
        self.s = np.where(X >= 0, 1 / (1 + e), e / (1 + e))
        return self.s

    def backward(self, upstream):
        return upstream * self.X * (1 - self.X)
