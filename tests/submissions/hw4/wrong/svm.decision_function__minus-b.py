# question: svm.decision_function
# mistake: minus b
# names: svm.decision_function.minus-b
import numpy as np


def decision_function(alpha, b, y, K_test):
    return K_test @ (alpha * y) - b
