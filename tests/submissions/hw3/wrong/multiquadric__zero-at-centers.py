# question: multiquadric
# mistake: 0 instead of sigma where a row is a centre
# nameless: yes
import numpy as np


def multiquadric(X, C, sigma):
    squares = ((X[:, None] - C) ** 2).sum(axis=2)
    return np.where(squares == 0, 0.0, np.sqrt(squares + sigma ** 2))
