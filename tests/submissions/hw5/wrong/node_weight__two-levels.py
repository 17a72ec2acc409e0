# question: node_weight
# mistake: the recursion ends after two levels
# nameless: yes
import numpy as np


def node_weight(A, S, i):
    def weight(S, i, depth):
        R = [j for j in S if j != i]
        if not R or depth == 3:
            return 1.0
        return sum((A[j, i] - _awdeg(A, R, j)) * weight(R, j, depth + 1) for j in R)


    return weight(S, i, 0)
