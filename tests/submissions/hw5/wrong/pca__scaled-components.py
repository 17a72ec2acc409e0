# question: pca
# mistake: components are as long as their singular values
# nameless: yes
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return Z @ Vt[:k].T, s[:k, None] * Vt[:k]
