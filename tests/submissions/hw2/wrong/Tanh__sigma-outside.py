# question: Tanh
# mistake: sigma times tanh(x)
# names: Tanh.sigma-outside
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.out = self.sigma * np.tanh(X)
        return self.out

    def backward(self, upstream):
        return upstream * self.sigma * (1 - (self.out / self.sigma) ** 2)
