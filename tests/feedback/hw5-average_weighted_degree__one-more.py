# question: average_weighted_degree
# mistake: divided by one more than there are
# says: divided by (the number of entries of S plus 1)
# seen: factor


def average_weighted_degree(A, S, i):
    return sum(A[i, j] for j in S) / (len(S) + 1)
