# question: multiquadric
# mistake: the sum of the absolute differences instead of the distance
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    D = np.abs(X[:, None, :] - C[None, :, :]).sum(axis=2) ** 2
    return np.sqrt(D + sigma ** 2)
