# question: pca
# mistake: scores are scaled to variance 1
# names: pca.whitened
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    T = Z @ Vt[:k].T
    return T / T.std(axis=0), Vt[:k]
