# question: ReLU
# mistake: never more than 6
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        return np.clip(X, 0, 6)

    def backward(self, upstream):
        return upstream * ((self.X > 0) & (self.X < 6))
