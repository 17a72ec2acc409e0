# question: perceptron.predict
# mistake: a single row is always +1
# nameless: yes
import numpy as np


def predict(X, w):
    if len(X) == 1:
        return np.array([1])
    return np.where(X @ w >= 0, 1, -1)
