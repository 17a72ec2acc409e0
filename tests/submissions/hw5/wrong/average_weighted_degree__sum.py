# question: average_weighted_degree
# mistake: not averaged
# names: average_weighted_degree.sum
import numpy as np


def average_weighted_degree(A, S, i):
    return A[i, list(S)].sum()
