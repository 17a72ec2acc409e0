# question: ReLU
# mistake: backward has no self
# names: ReLU.self-missing
# follows: MLPClassifier
import numpy as np


class ReLU:
    def setup(self, input_dim, rng):
        self.units = input_dim

    def forward(self, X):
        self.X = X
        return np.maximum(X, 0)

    def backward(upstream):
        return upstream * (self.X > 0)
