# question: node_weight
# mistake: weights of the others are missing
# names: node_weight.no-recursion
import numpy as np


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return sum(A[j, i] - _awdeg(A, R, j) for j in R)
