# question: multiquadric
# mistake: the mean over the features instead of the sum
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).mean(axis=2)
    return np.sqrt(D + sigma ** 2)
