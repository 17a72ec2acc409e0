# question: pca
# mistake: components as columns
# names: pca.columns
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return Z @ Vt[:k].T, Vt[:k].T
