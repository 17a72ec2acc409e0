# question: multiquadric
# mistake: the inverse multiquadric
# names: multiquadric.inverse
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return 1 / np.sqrt(D + sigma ** 2)
