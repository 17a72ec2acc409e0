# question: node_weight
# mistake: φ(i, j) for φ(j, i)
# names: node_weight.swapped-arguments
import numpy as np


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return sum((A[i, j] - _awdeg(A, R, i)) * node_weight(A, R, j) for j in R)
