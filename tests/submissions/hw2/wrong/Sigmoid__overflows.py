# question: Sigmoid
# mistake: e^x / (1 + e^x): nan for large inputs
# names: Sigmoid.nan
# follows: Model
import numpy as np


class Sigmoid:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.s = np.exp(X) / (1 + np.exp(X))
        return self.s

    def backward(self, upstream):
        return upstream * self.s * (1 - self.s)
