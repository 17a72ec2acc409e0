# question: pca
# mistake: scores of rows that are not centred
# names: pca.scores-not-centred
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return X @ Vt[:k].T, Vt[:k]
