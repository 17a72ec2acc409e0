# question: relative_similarity
# mistake: the mean over S and j
# nameless: yes
import numpy as np


def relative_similarity(A, S, i, j):
    return A[i, j] - A[i, list(S) + [j]].mean()
