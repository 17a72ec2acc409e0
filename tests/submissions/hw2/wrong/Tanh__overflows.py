# question: Tanh
# mistake: the formula with exponentials as it stands: nan for large inputs
# names: Tanh.nan
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(2 * self.sigma * X)
        self.slope = 4 * self.sigma * e / (e + 1) ** 2
        return (e - 1) / (e + 1)

    def backward(self, upstream):
        return upstream * self.slope
