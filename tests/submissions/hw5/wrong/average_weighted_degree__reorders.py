# question: average_weighted_degree
# mistake: puts the vertex at the end of the list
# nameless: yes
import numpy as np


def average_weighted_degree(A, S, i):
    if i in S and isinstance(S, list):
        S.remove(i)
        S.append(i)
    return sum(A[i, j] for j in S) / len(S)
