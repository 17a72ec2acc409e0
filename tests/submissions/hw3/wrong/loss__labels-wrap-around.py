# question: loss
# mistake: 2y − 1 in the type of the labels, which may be bytes without a sign
# nameless: yes
import numpy as np


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    a = _phi(X, C, sigma) @ w
    return np.mean(np.logaddexp(0, -(2 * y - 1) * a)) + rho1 * w @ w + rho2 * (C * C).sum()
