# question: Tanh
# mistake: the upstream gradient is changed in place
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
        upstream *= self.sigma * (1 - self.out ** 2)
        return upstream
