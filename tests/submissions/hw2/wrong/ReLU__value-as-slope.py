# question: ReLU
# mistake: the slope is the output
# names: ReLU.value-as-slope
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
        return upstream * np.maximum(self.X, 0)
