# question: gaussian_affinity
# mistake: only the first two columns are looked at
# says: gaussian_affinity is right exactly if the number of columns of X is at most 2
# seen: only-if


def gaussian_affinity(X, sigma):
    return _affinity(X[:, :2], sigma)
