# question: node_weight
# mistake: average degree in S
# names: node_weight.i-not-removed
import numpy as np


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return sum((A[j, i] - _awdeg(A, S, j)) * node_weight(A, R, j) for j in R)
