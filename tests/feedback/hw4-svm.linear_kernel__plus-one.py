# question: svm.linear_kernel
# mistake: a one is added to every product
# says: is exactly 1 more than expected in every entry
# seen: constant-term


def linear_kernel(X, Z):
    return X @ Z.T + 1.0
