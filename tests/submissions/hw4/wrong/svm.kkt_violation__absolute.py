# question: svm.kkt_violation
# mistake: the absolute value
# nameless: yes
import numpy as np


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    return abs(F[R].max() - F[S].min())
