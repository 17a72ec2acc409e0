# question: multiquadric
# mistake: X is changed in place
import numpy as np


def multiquadric(X, C, sigma):
    X -= C[0]
    C = C - C[0]
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(D + sigma ** 2)
