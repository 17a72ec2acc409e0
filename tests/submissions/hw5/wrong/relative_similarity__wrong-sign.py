# question: relative_similarity
# mistake: the other way round
# names: relative_similarity.wrong-sign
import numpy as np


def relative_similarity(A, S, i, j):
    return A[i, list(S)].mean() - A[i, j]
