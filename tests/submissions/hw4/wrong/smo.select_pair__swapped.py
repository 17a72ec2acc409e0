# question: smo.select_pair
# mistake: R and S swapped
# names: smo.select_pair.swapped
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -y * grad
    up, low = alpha < C - 1e-7, alpha > 1e-7
    R, S = np.where(y > 0, low, up), np.where(y > 0, up, low)
    if not R.any() or not S.any():
        return 0, 0, 0.0
    i = int(np.argmax(np.where(R, F, -np.inf)))
    j = int(np.argmin(np.where(S, F, np.inf)))
    return i, j, float(F[i] - F[j])
