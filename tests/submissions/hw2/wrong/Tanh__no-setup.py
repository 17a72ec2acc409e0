# question: Tanh
# mistake: there is no setup
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def forward(self, X):
        self.out = np.tanh(self.sigma * X)
        return self.out

    def backward(self, upstream):
        return upstream * self.sigma * (1 - self.out ** 2)
