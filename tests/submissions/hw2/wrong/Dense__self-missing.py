# question: Dense
# mistake: forward has no self
# names: Dense.self-missing
# follows: Model, MLPClassifier
import numpy as np


class Dense:
    def __init__(self, units):
        self.units = units

    def setup(self, input_dim, rng):
        self.W = rng.normal(size=(input_dim, self.units)) / np.sqrt(input_dim)
        self.b = np.zeros(self.units)

    def forward(X):
        self.X = X
        return X @ self.W + self.b

    def backward(self, upstream):
        self.dW = self.X.T @ upstream
        self.db = upstream.sum(axis=0)
        return upstream @ self.W.T
