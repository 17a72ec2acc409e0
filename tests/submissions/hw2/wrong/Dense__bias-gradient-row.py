# question: Dense
# mistake: the bias gradient has shape (1, units)
# names: Dense.bias-as-row
# follows: Model, MLPClassifier
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
        self.dW = self.X.T @ upstream
        self.db = upstream.sum(axis=0, keepdims=True)
        return upstream @ self.W.T
