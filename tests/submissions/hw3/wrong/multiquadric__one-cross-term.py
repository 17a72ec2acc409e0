# question: multiquadric
# mistake: the 2 of the binomial is missing
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    D = (X ** 2).sum(1)[:, None] + (C ** 2).sum(1) - X @ C.T
    return np.sqrt(np.abs(D) + sigma ** 2)
