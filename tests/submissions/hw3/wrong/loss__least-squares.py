# question: loss
# mistake: squared errors
# nameless: yes
import numpy as np


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    p = 1 / (1 + np.exp(-np.clip(a, -30, 30)))
    return np.mean((p - y) ** 2) + rho1 * w @ w + rho2 * np.sum(C ** 2)
