# question: svm.decision_function
# mistake: without the labels
# names: svm.decision_function.no-labels
import numpy as np


def decision_function(alpha, b, y, K_test):
    return K_test @ alpha + b
