# question: svm.decision_function
# mistake: b is added twice
# says: What decision_function returns is too large by exactly b
# seen: term


def decision_function(alpha, b, y, K_test):
    return K_test @ (alpha * y) + b + b
