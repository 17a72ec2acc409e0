# question: ReLU
# mistake: backward returns the mask alone
# names: ReLU.upstream-forgotten
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
        return (self.X > 0).astype(float)
