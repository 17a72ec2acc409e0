# question: smo.select_pair
# mistake: grad is multiplied in place
import numpy as np


def select_pair(alpha, grad, y, C):
    grad *= -y
    F = grad
    R = ((alpha < C - 1e-7) & (y > 0)) | ((alpha > 1e-7) & (y < 0))
    S = ((alpha < C - 1e-7) & (y < 0)) | ((alpha > 1e-7) & (y > 0))
    if not R.any() or not S.any():
        return 0, 0, 0.0
    i = int(np.argmax(np.where(R, F, -np.inf)))
    j = int(np.argmin(np.where(S, F, np.inf)))
    return i, j, float(F[i] - F[j])
