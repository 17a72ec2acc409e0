# question: Tanh
# mistake: the logistic function
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.out = 1 / (1 + np.exp(-np.clip(self.sigma * X, -500, 500)))
        return self.out

    def backward(self, upstream):
        return upstream * self.sigma * self.out * (1 - self.out)
