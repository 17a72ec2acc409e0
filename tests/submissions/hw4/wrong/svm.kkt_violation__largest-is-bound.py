# question: svm.kkt_violation
# mistake: the largest alpha is taken for C when that is infinite
# nameless: yes
import numpy as np


def kkt_violation(alpha, K, y, C):
    C = np.max(alpha) if np.isinf(C) else C
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R = np.where(y > 0, upper, lower)
    S = np.where(y > 0, lower, upper)
    return max(0.0, float(np.max(F[R]) - np.min(F[S])))
