# question: laplacian
# mistake: the diagonal holds the sum of everything
# says: What laplacian returns is wrong only on the diagonal
# seen: places


def laplacian(W):
    return np.eye(len(W)) * W.sum() - W
