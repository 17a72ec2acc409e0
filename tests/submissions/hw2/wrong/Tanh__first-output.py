# question: Tanh
# mistake: remembers the first batch for ever
# names: Tanh.first-input-kept
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        out = np.tanh(self.sigma * X)
        if not hasattr(self, 'out'):
            self.out = out
        return out

    def backward(self, upstream):
        return upstream * self.sigma * (1 - self.out ** 2)
