# question: svm.bias
# mistake: a bound is anything within a hundredth of it
# nameless: yes
import numpy as np


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-2
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    if np.any(free):
        return float(np.mean(F[free]))
    R = np.where(y > 0, upper, lower)
    S = np.where(y > 0, lower, upper)
    return float((np.max(F[R]) + np.min(F[S])) / 2)
