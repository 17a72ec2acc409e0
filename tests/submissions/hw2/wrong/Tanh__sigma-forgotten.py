# question: Tanh
# mistake: the derivative lacks sigma
# names: Tanh.sigma-forgotten
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.out = np.tanh(self.sigma * X)
        return self.out

    def backward(self, upstream):
        return upstream * (1 - self.out ** 2)
