# question: perceptron.predict
# mistake: small positive scores count as negative
# says: The result is wrong in
import numpy as np


def predict(X, w):
    return np.where(X @ w > 1e-6, 1, -1)
