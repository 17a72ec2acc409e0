# question: laplacian
# mistake: W is not subtracted
# says: What laplacian returns is too large by exactly W
# seen: term


def laplacian(W):
    return np.diag(W.sum(axis=1))
