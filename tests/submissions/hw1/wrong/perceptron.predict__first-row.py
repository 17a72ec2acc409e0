# question: perceptron.predict
# mistake: only the first row is predicted
import numpy as np


def predict(X, w):
    return np.where(X[0] @ w >= 0, 1, -1)
