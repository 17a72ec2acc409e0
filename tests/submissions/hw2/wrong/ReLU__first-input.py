# question: ReLU
# mistake: remembers the first batch for ever
# names: ReLU.first-input-kept
# follows: Model, MLPClassifier
import numpy as np


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        if not hasattr(self, 'X'):
            self.X = X
        return np.maximum(X, 0)

    def backward(self, upstream):
        return upstream * (self.X > 0)
