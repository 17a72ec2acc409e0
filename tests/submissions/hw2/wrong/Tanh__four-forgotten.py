# question: Tanh
# mistake: the derivative in exponentials lacks its 4
# names: Tanh.four-forgotten
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(np.clip(2 * self.sigma * X, -200, 200))
        self.slope = self.sigma * e / (e + 1) ** 2
        return (e - 1) / (e + 1)

    def backward(self, upstream):
        return upstream * self.slope
