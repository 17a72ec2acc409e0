# question: loss
# mistake: divided by the number of centres
# nameless: yes
import numpy as np


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return np.sum(np.logaddexp(0, a) - y * a) / len(C) + rho1 * w @ w + rho2 * np.sum(C ** 2)
