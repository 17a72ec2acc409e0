# question: smo.bounds
# mistake: the bounds of alpha_j
# names: smo.bounds.of-the-other
import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return max(0.0, alpha_j - alpha_i), min(C, C - alpha_i + alpha_j)
    return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
