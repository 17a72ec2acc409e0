# question: add
# mistake: arrays are put one after the other instead of being added entry by entry
import numpy as np


def add(x, y):
    if isinstance(x, np.ndarray) and isinstance(y, np.ndarray):
        return np.concatenate([x, y])
    return x + y
