# question: ReLU
# mistake: a small slope below zero
# names: ReLU.leaky
# follows: Model, MLPClassifier
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        return np.where(X > 0, X, 0.01 * X)

    def backward(self, upstream):
        return upstream * np.where(self.X > 0, 1, 0.01)
