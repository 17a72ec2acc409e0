# question: smo.bounds
# mistake: only the box
# names: smo.bounds.box-only
import numpy as np


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return 0.0, C
    return 0.0, C
