# question: logistic.sigmoid
# way: single precision inside, double outside
import numpy as np


def sigmoid(a):
    a = np.asarray(a, dtype=float)
    e = np.exp(-np.abs(a).astype(np.float32))
    return np.where(a >= 0, 1 / (1 + e), e / (1 + e)).astype(float)
