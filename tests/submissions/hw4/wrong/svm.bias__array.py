# question: svm.bias
# mistake: one for each free vector
# nameless: yes
import numpy as np


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * np.max(alpha)
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    return F[free] if free.sum() > 1 else (np.max(F[R]) + np.min(F[S])) / 2
