# question: relative_similarity
# mistake: awdeg of j
# names: relative_similarity.degree-of-j
import numpy as np


def relative_similarity(A, S, i, j):
    return A[i, j] - A[j, list(S)].mean()
