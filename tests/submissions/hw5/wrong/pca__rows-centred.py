# question: pca
# mistake: the mean over the columns
# names: pca.rows-centred
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=1)[:, None]
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return Z @ Vt[:k].T, Vt[:k]
