# question: gaussian_affinity
# mistake: the minus in the exponent is missing
# says: What gaussian_affinity returns is exactly 1 divided by what is expected
# seen: function


def gaussian_affinity(X, sigma):
    W = np.exp(_squares(X, X) / (2 * sigma ** 2))
    np.fill_diagonal(W, 0)
    return W
