# question: average_weighted_degree
# mistake: divided by one less
# names: average_weighted_degree.without-i
import numpy as np


def average_weighted_degree(A, S, i):
    R = [j for j in S if j != i]
    return A[i, R].mean() if R else 0.0
