# question: loss
# mistake: rho1 is not used
# names: loss.no-weight-penalty
import numpy as np


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return np.mean(np.logaddexp(0, a) - y * a) + rho2 * np.sum(C ** 2)
