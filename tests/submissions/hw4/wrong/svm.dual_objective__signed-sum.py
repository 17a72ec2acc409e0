# question: svm.dual_objective
# mistake: the sum of y alpha
# nameless: yes
import numpy as np


def dual_objective(alpha, K, y):
    v = alpha * y
    return 0.5 * v @ K @ v - v.sum()
