# question: svm.bias
# mistake: the mean of nothing
# names: svm.bias.nan
import numpy as np


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * np.max(alpha)
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    return float(np.mean(F[free]))
