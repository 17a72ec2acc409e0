# question: Tanh
# mistake: the derivative is taken at x, not at sigma x
# names: Tanh.sigma-outside
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        self.out = np.tanh(self.sigma * X)
        return self.out

    def backward(self, upstream):
        return upstream * self.sigma * (1 - np.tanh(self.X) ** 2)
