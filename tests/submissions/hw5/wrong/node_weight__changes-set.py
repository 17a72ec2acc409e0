# question: node_weight
# mistake: i is removed from S
import numpy as np


def node_weight(A, S, i):
    if len(S) == 1:
        return 1.0
    S = S if isinstance(S, list) else list(S)
    S.remove(i)
    return sum((A[j, i] - _awdeg(A, S, j)) * _weight(A, S, j) for j in S)
