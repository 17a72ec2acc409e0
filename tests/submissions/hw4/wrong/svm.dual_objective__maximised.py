# question: svm.dual_objective
# mistake: the form that is maximised
# names: svm.dual_objective.maximised
import numpy as np


def dual_objective(alpha, K, y):
    v = alpha * y
    return alpha.sum() - 0.5 * v @ K @ v
