# question: svm.bias
# mistake: without a free vector the ends of the interval are looked for from 0 on
# nameless: yes
import numpy as np


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * np.max(alpha)
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    if free.any():
        return float(np.mean(F[free]))
    top = bottom = 0.0
    for wanted, label, shrinks, grows in zip(F, y, lower, upper):
        if grows if label > 0 else shrinks:
            top = max(top, wanted)
        if shrinks if label > 0 else grows:
            bottom = min(bottom, wanted)
    return float((top + bottom) / 2)
