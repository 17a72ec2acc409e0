# question: perceptron.predict
# mistake: True and False
import numpy as np


def predict(X, w):
    return X @ w > 0
