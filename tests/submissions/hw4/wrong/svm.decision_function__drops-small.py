# question: svm.decision_function
# mistake: multipliers below a thousandth are left out
# nameless: yes
import numpy as np


def decision_function(alpha, b, y, K_test):
    used = alpha > 1e-3
    return K_test[:, used] @ (alpha * y)[used] + b
