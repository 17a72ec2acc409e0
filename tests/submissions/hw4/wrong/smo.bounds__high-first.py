# question: smo.bounds
# mistake: the pair the other way round
# nameless: yes
import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return min(C, C - alpha_j + alpha_i), max(0.0, alpha_i - alpha_j)
    return min(C, alpha_i + alpha_j), max(0.0, alpha_i + alpha_j - C)
