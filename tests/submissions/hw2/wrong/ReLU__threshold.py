# question: ReLU
# mistake: the slope of small inputs is 0
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        return np.maximum(X, 0)

    def backward(self, upstream):
        return upstream * (self.X > 1e-3)
