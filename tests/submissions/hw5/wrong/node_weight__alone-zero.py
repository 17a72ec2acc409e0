# question: node_weight
# mistake: 0 for a vertex alone
# names: node_weight.alone-zero
import numpy as np


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 0.0
    return sum((A[j, i] - _awdeg(A, R, j)) * node_weight(A, R, j) for j in R)
