# question: Sigmoid
# mistake: the hyperbolic tangent
# follows: Model
import numpy as np


class Sigmoid:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.s = np.tanh(X)
        return self.s

    def backward(self, upstream):
        return upstream * (1 - self.s ** 2)
