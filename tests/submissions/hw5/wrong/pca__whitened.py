# question: pca
# mistake: scores are U
# names: pca.whitened
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return U[:, :k], Vt[:k]
