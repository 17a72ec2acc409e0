# question: smo.bounds
# mistake: nan without an upper bound
# nameless: yes
import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return max(0.0, alpha_i - alpha_j), min(C, C - alpha_j + alpha_i)
    return max(0.0, alpha_i + alpha_j - C), min(C, C - (C - alpha_i - alpha_j))
