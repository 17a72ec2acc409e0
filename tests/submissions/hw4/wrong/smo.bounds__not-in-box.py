# question: smo.bounds
# mistake: without the box
# names: smo.bounds.not-in-box
import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return alpha_i - alpha_j, C - alpha_j + alpha_i
    return alpha_i + alpha_j - C, alpha_i + alpha_j
