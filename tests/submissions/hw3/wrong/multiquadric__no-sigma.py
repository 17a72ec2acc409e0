# question: multiquadric
# mistake: sigma is forgotten
# names: multiquadric.no-sigma
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(D)
