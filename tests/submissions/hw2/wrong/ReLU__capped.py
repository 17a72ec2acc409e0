# question: ReLU
# mistake: cut off at one as well
# follows: Model, MLPClassifier
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        return np.clip(X, 0, 1)

    def backward(self, upstream):
        return upstream * (self.X > 0)
