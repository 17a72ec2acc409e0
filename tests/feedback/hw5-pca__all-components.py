# question: pca
# mistake: k is not looked at
# says: scores is right but for extra columns at the end: shape (5, 2) for (5, 1)
# seen: length


def pca(X, k):
    Z = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return Z @ Vt.T, Vt
