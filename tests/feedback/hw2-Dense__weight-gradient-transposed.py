# question: Dense
# mistake: the weight gradient has shape (units, D)
# says: dW has the shape of W, (D, units)


import numpy as np


class Dense:
    def __init__(self, units):
        self.units = units

    def setup(self, input_dim, rng):
        self.W = rng.normal(0, np.sqrt(2 / input_dim), (input_dim, self.units))
        self.b = np.zeros(self.units)

    def forward(self, X):
        self.X = X
        return X @ self.W + self.b

    def backward(self, upstream):
        self.dW = upstream.T @ self.X
        self.db = upstream.sum(axis=0)
        return upstream @ self.W.T
