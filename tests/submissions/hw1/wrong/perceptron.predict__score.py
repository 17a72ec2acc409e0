# question: perceptron.predict
# mistake: the score itself
# names: perceptron.predict.score
import numpy as np


def predict(X, w):
    return X @ w
