# question: svm.kkt_violation
# mistake: the upper bound is ignored
# names: svm.kkt_violation.ignores-C
import numpy as np


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    R, S = (y > 0) | lower, (y < 0) | lower
    return max(0.0, F[R].max() - F[S].min())
