# question: svm.bias
# mistake: the mean score
# nameless: yes
import numpy as np


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * np.max(alpha)
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    return float(np.mean((K @ (alpha * y))[free])) if free.any() else (np.max(F[R]) + np.min(F[S])) / 2
