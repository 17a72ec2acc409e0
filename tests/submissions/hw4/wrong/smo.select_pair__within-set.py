# question: smo.select_pair
# mistake: an index within R
# nameless: yes
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -y * grad
    up, low = alpha < C - 1e-7, alpha > 1e-7
    R, S = np.where(y > 0, up, low), np.where(y > 0, low, up)
    if not R.any() or not S.any():
        return 0, 0, 0.0
    i, j = np.argmax(F[R]), np.argmin(F[S])
    return i, j, F[R][i] - F[S][j]
