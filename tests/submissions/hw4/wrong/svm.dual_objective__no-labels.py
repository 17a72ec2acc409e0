# question: svm.dual_objective
# mistake: K instead of Q
# names: svm.dual_objective.no-labels
import numpy as np


def dual_objective(alpha, K, y):
    v = alpha * y
    return 0.5 * alpha @ K @ alpha - alpha.sum()
