# question: ReLU
# mistake: a small slope below zero, on the way back only
# follows: Model, MLPClassifier
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
        return upstream * np.where(self.X > 0, 1, 0.01)
