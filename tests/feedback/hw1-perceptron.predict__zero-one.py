# question: perceptron.predict
# mistake: the labels are 0 and 1
# says: The labels of the perceptron are −1 and +1


import numpy as np


def predict(X, w):
    return (X @ w >= 0).astype(int)
