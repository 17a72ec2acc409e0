# question: smo.select_pair
# mistake: the upper bound is ignored
# names: smo.select_pair.ignores-C
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -y * grad
    up, low = alpha < C - 1e-7, alpha > 1e-7
    R, S = (y > 0) | low, (y < 0) | low
    if not R.any() or not S.any():
        return 0, 0, 0.0
    i = int(np.argmax(np.where(R, F, -np.inf)))
    j = int(np.argmin(np.where(S, F, np.inf)))
    return i, j, float(F[i] - F[j])
