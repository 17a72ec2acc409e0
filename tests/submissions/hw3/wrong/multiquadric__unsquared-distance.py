# question: multiquadric
# mistake: as printed in the notes, the distance itself under the root
# names: multiquadric.unsquared-distance
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(np.sqrt(D) + sigma ** 2)
