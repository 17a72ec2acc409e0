# question: svm.kkt_violation
# mistake: only free vectors
# names: svm.kkt_violation.free-rows
import numpy as np


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    f = R & S
    return F[f].max() - F[f].min() if f.any() else 0.0
