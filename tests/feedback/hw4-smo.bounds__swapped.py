# question: smo.bounds
# mistake: the cases are swapped
# says: With different labels the difference α_i − α_j stays; with equal ones the sum α_i + α_j does.


import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
    return max(0.0, alpha_i - alpha_j), min(C, C - alpha_j + alpha_i)
