# question: pca
# mistake: scores that do not belong to the signs of the components
# nameless: yes
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return np.abs(Z @ Vt[:k].T), Vt[:k]
