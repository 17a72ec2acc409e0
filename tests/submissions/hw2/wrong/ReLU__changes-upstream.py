# question: ReLU
# mistake: entries of the upstream gradient are overwritten
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
        upstream[self.X <= 0] = 0
        return upstream
