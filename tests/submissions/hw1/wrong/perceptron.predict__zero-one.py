# question: perceptron.predict
# mistake: the labels are 0 and 1
# names: perceptron.predict.zero-one
import numpy as np


def predict(X, w):
    return (X @ w >= 0).astype(int)
