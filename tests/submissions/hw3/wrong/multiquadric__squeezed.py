# question: multiquadric
# mistake: axes of length one are dropped
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.squeeze(np.sqrt(D + sigma ** 2))
