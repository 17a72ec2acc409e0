# question: Tanh
# mistake: sigma is kept on the class
# follows: Model
import numpy as np


class Tanh:
    def __init__(self, sigma=1.0):
        Tanh.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.out = np.tanh(self.sigma * X)
        return self.out

    def backward(self, upstream):
        return upstream * self.sigma * (1 - self.out ** 2)
