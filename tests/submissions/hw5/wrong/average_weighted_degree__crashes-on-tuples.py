# question: average_weighted_degree
# mistake: S as an index
import numpy as np


def average_weighted_degree(A, S, i):
    return A[i][S].mean()
