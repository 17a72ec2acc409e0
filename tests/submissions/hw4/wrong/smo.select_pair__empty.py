# question: smo.select_pair
# mistake: an empty side is not expected
# nameless: yes
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -y * grad
    up, low = alpha < C - 1e-7, alpha > 1e-7
    R = np.flatnonzero(np.where(y > 0, up, low))
    S = np.flatnonzero(np.where(y > 0, low, up))
    i, j = R[np.argmax(F[R])], S[np.argmin(F[S])]
    return i, j, F[i] - F[j]
