# question: relative_similarity
# mistake: the mean over S without i
# nameless: yes
import numpy as np


def relative_similarity(A, S, i, j):
    R = [k for k in S if k != i]
    return A[i, j] - (A[i, R].mean() if R else 0.0)
