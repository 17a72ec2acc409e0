# question: svm.decision_function
# mistake: without b
# names: svm.decision_function.no-bias
import numpy as np


def decision_function(alpha, b, y, K_test):
    return K_test @ (alpha * y)
