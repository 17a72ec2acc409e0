# question: loss
# mistake: log of a probability that is rounded to 0
# nameless: yes
import numpy as np


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    p = 1 / (1 + np.exp(-a))
    return -np.mean(np.log(np.where(y == 1, p, 1 - p))) + rho1 * w @ w + rho2 * np.sum(C ** 2)
