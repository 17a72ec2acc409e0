# question: add
# mistake: all entries of both arrays are summed up to one number
import numpy as np


def add(x, y):
    return np.sum([np.sum(x), np.sum(y)])
