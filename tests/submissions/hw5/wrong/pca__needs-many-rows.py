# question: pca
# mistake: more columns than rows are not thought of
# nameless: yes
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    if len(X) < X.shape[1]:
        Z = Z.T
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return Z @ Vt[:k].T, Vt[:k]
