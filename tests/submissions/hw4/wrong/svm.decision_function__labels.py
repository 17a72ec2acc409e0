# question: svm.decision_function
# mistake: labels
# names: svm.decision_function.labels
import numpy as np


def decision_function(alpha, b, y, K_test):
    return np.sign(K_test @ (alpha * y) + b)
