# question: add
# mistake: the sum is rounded down to a whole number
import numpy as np


def add(x, y):
    return np.asarray(x + y).astype(int)
