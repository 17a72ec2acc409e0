# question: svm.kkt_violation
# mistake: the gradient without labels
# nameless: yes
import numpy as np


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    g = y * (K @ (alpha * y)) - 1
    return max(0.0, (-g)[R].max() - (-g)[S].min())
