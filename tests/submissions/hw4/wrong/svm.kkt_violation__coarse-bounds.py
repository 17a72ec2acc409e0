# question: svm.kkt_violation
# mistake: multipliers below a hundredth count as 0
# nameless: yes
import numpy as np


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > 1e-2, alpha < C - eps
    R = np.where(y > 0, upper, lower)
    S = np.where(y > 0, lower, upper)
    return max(0.0, float(np.max(F[R]) - np.min(F[S])))
