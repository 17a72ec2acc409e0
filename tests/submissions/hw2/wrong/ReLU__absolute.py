# question: ReLU
# mistake: the absolute value
# follows: Model, MLPClassifier
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        return np.abs(X)

    def backward(self, upstream):
        return upstream * np.sign(self.X)
