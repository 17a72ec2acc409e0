# question: svm.rbf_kernel
# mistake: the norm has an epsilon that is too large
# says: What rbf_kernel returns is nearly right: off by at most
# seen: nearly


def rbf_kernel(X, Z, gamma=1.0):
    d = X[:, None, :] - Z[None, :, :]
    return np.exp(-gamma * (np.sum(d * d, axis=2) + 1e-3))
