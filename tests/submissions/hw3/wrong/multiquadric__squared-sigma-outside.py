# question: multiquadric
# mistake: sigma squared is added after the root
# names: multiquadric.sigma-outside
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(D) + sigma ** 2
