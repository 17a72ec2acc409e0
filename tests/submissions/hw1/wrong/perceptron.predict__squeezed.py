# question: perceptron.predict
# mistake: a single row gives a number, not an array
# nameless: yes
import numpy as np


def predict(X, w):
    return np.squeeze(np.where(X @ w >= 0, 1, -1))
