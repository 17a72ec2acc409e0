# question: svm.decision_function
# mistake: rows and columns swapped
# nameless: yes
import numpy as np


def decision_function(alpha, b, y, K_test):
    return (alpha * y) @ K_test + b
