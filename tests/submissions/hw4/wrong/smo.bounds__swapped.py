# question: smo.bounds
# mistake: the cases are swapped
# names: smo.bounds.swapped-cases
import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
    return max(0.0, alpha_i - alpha_j), min(C, C - alpha_j + alpha_i)
