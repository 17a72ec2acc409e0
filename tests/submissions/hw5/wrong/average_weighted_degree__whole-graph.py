# question: average_weighted_degree
# mistake: over all vertices
# names: average_weighted_degree.whole-graph
import numpy as np


def average_weighted_degree(A, S, i):
    return A[i].mean()
