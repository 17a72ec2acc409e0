# question: multiquadric
# mistake: a Gaussian
# names: multiquadric.gaussian
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.exp(-D / (2 * sigma ** 2))
