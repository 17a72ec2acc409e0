# question: perceptron.predict
# mistake: w is made a unit vector in place
# names: perceptron.predict.argument-changed
import numpy as np


def predict(X, w):
    w /= np.linalg.norm(w)
    return np.where(X @ w >= 0, 1, -1)
