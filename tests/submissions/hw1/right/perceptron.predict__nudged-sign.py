# question: perceptron.predict
# way: a tiny number keeps np.sign from 0; single precision
import numpy as np


def predict(X, w):
    return np.sign(X.astype(np.float32) @ w.astype(np.float32) + np.float32(1e-12))
