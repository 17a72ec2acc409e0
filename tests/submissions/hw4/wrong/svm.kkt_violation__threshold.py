# question: svm.kkt_violation
# mistake: violations below a tenth count as none
# nameless: yes
import numpy as np


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R = np.where(y > 0, upper, lower)
    S = np.where(y > 0, lower, upper)
    gap = float(np.max(F[R]) - np.min(F[S]))
    return gap if gap > 0.1 else 0.0
