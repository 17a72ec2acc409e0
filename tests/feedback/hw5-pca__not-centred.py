# question: pca
# mistake: X as it is
# says: Subtract the mean of each column first


import numpy as np


def pca(X, k):
    _, _, Vt = np.linalg.svd(X, full_matrices=False)
    return X @ Vt[:k].T, Vt[:k]
