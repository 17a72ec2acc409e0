# question: node_weight
# mistake: no average degree
# names: node_weight.similarities-only
import numpy as np


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return sum(A[j, i] * node_weight(A, R, j) for j in R)
