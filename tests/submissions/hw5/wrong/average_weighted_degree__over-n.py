# question: average_weighted_degree
# mistake: divided by n
# names: average_weighted_degree.whole-graph
import numpy as np


def average_weighted_degree(A, S, i):
    return A[i, list(S)].sum() / len(A)
