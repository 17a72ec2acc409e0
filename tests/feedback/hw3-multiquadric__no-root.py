# question: multiquadric
# mistake: no square root
# says: Φ is the square root of ‖x − c‖² + σ²


import numpy as np


def multiquadric(X, C, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    return D + sigma ** 2
