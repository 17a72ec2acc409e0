# question: relative_similarity
# mistake: only a_ij
# names: relative_similarity.no-degree
import numpy as np


def relative_similarity(A, S, i, j):
    return A[i, j]
