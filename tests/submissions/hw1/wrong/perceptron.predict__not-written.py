# question: perceptron.predict
# mistake: nothing yet
import numpy as np


def predict(X, w):
    raise NotImplementedError
