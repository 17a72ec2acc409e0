# question: smo.select_pair
# mistake: what is within a thousandth of a bound counts as lying on it, whatever C is
# nameless: yes
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -y * grad
    R = ((alpha < C - 1e-3) & (y > 0)) | ((alpha > 1e-3) & (y < 0))
    S = ((alpha < C - 1e-3) & (y < 0)) | ((alpha > 1e-3) & (y > 0))
    if not R.any() or not S.any():
        return 0, 0, 0.0
    i = int(np.argmax(np.where(R, F, -np.inf)))
    j = int(np.argmin(np.where(S, F, np.inf)))
    return i, j, float(F[i] - F[j])
