# question: smo.step
# mistake: a curvature below a thousandth counts as none, whatever K is
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
    if eta > 1e-3:
        new = min(max(ai - slope / eta, low), high)
    else:
        new = high if slope < 0 else low
    return float(new), float(aj + s * (ai - new))
