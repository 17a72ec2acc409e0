# question: perceptron.predict
# mistake: the opposite sign
# names: perceptron.predict.opposite
import numpy as np


def predict(X, w):
    return np.where(X @ w > 0, -1, 1)
