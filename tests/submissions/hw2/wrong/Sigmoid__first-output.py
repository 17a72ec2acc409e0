# question: Sigmoid
# mistake: remembers the first batch for ever
# names: Sigmoid.first-input-kept
# follows: Model
import numpy as np


class Sigmoid:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(-np.abs(X))
        s = np.where(X >= 0, 1 / (1 + e), e / (1 + e))
        if not hasattr(self, 's'):
            self.s = s
        return s

    def backward(self, upstream):
        return upstream * self.s * (1 - self.s)
