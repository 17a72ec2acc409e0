# question: average_weighted_degree
# mistake: mean of all pairs in S
# nameless: yes
import numpy as np


def average_weighted_degree(A, S, i):
    return A[np.ix_(list(S), list(S))].mean()
