# question: svm.dual_objective
# mistake: without one half
# names: svm.dual_objective.no-half
import numpy as np


def dual_objective(alpha, K, y):
    v = alpha * y
    return v @ K @ v - alpha.sum()
