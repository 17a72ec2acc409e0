# question: ReLU
# mistake: two layers remember in the same place
# names: ReLU.cache-shared
# follows: Model, MLPClassifier
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        ReLU.X = X
        return np.maximum(X, 0)

    def backward(self, upstream):
        return upstream * (self.X > 0)
