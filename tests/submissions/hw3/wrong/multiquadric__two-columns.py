# question: multiquadric
# mistake: only the first two features count
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    X, C = X[:, :2], C[:, :2]
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return np.sqrt(D + sigma ** 2)
