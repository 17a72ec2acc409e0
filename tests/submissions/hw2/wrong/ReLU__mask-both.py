# question: ReLU
# mistake: the gradient passes only where it is positive, too
# names: ReLU.mask-of-both
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
        return np.maximum(upstream, 0) * (self.X > 0)
