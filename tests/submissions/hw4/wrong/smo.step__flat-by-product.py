# question: smo.step
# mistake: what counts as no curvature grows with the product of K_ii and K_jj
# nameless: yes
import numpy as np


def step(i, j, alpha, grad, K, y, C):
    ai, aj, s = float(alpha[i]), float(alpha[j]), float(y[i] * y[j])
    if s < 0:
        low, high = max(0.0, ai - aj), min(C, C - aj + ai)
    else:
        low, high = max(0.0, ai + aj - C), min(C, ai + aj)
    eta = K[i, i] + K[j, j] - 2 * K[i, j]
    slope = grad[i] - s * grad[j]
    if eta > 1e-12 * K[i, i] * K[j, j]:
        new = min(max(ai - slope / eta, low), high)
    else:
        new = high if slope < 0 else low
    return float(new), float(aj + s * (ai - new))
