# question: svm.bias
# mistake: without the labels in the sum
# names: svm.bias.no-labels
import numpy as np


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * np.max(alpha)
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    R, S = np.where(y > 0, upper, lower), np.where(y > 0, lower, upper)
    G = y - K @ alpha
    return float(np.mean(G[free])) if free.any() else (np.max(F[R]) + np.min(F[S])) / 2
