# question: relative_similarity
# mistake: a ratio
# nameless: yes
import numpy as np


def relative_similarity(A, S, i, j):
    return A[i, j] / A[i, list(S)].mean()
