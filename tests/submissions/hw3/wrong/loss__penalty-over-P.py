# question: loss
# mistake: the penalties are averaged, too
# names: loss.penalty-over-P
import numpy as np


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return (np.sum(np.logaddexp(0, a) - y * a) + rho1 * w @ w + rho2 * np.sum(C ** 2)) / len(y)
