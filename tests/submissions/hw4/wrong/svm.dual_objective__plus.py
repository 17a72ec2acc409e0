# question: svm.dual_objective
# mistake: the sum is added
# names: svm.dual_objective.linear-term-sign
import numpy as np


def dual_objective(alpha, K, y):
    v = alpha * y
    return 0.5 * v @ K @ v + alpha.sum()
