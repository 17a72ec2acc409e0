# question: node_weight
# mistake: a tuple has no remove
import numpy as np


def node_weight(A, S, i):
    if len(S) == 1:
        return 1.0
    R = S.copy()
    R.remove(i)
    return sum((A[j, i] - _awdeg(A, R, j)) * node_weight(A, R, j) for j in R)
