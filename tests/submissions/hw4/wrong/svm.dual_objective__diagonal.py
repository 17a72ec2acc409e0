# question: svm.dual_objective
# mistake: only the diagonal
# nameless: yes
import numpy as np


def dual_objective(alpha, K, y):
    v = alpha * y
    return 0.5 * np.sum(v * v * np.diag(K)) - alpha.sum()
