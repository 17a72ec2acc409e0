# question: ReLU
# mistake: negative entries of X are overwritten
# follows: Model, MLPClassifier
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        X[X < 0] = 0
        self.X = X
        return X

    def backward(self, upstream):
        return upstream * (self.X > 0)
