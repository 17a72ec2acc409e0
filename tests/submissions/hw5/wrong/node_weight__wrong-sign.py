# question: node_weight
# mistake: degree minus similarity
# nameless: yes
import numpy as np


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return sum((_awdeg(A, R, j) - A[j, i]) * node_weight(A, R, j) for j in R)
