# question: pca
# mistake: X is centred in place
import numpy as np


def pca(X, k):
    X -= X.mean(axis=0)
    Vt = np.linalg.svd(X, full_matrices=False)[2]
    return X @ Vt[:k].T, Vt[:k]
