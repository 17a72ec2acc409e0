# question: perceptron.predict
# mistake: np.sign gives 0 at zero
# names: perceptron.predict.sign-of-zero
import numpy as np


def predict(X, w):
    return np.sign(X @ w)
