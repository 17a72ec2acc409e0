# question: relative_similarity
# mistake: sum for mean
# names: relative_similarity.sum
import numpy as np


def relative_similarity(A, S, i, j):
    return A[i, list(S)].sum() - (2 * A[i, list(S)].sum() - A[i, j])
