# question: multiquadric
# mistake: rows and centres are swapped
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(D + sigma ** 2).T
