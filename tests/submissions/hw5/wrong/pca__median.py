# question: pca
# mistake: the median is subtracted
# nameless: yes
import numpy as np


def pca(X, k):
    Z = X - np.median(X, axis=0)
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return Z @ Vt[:k].T, Vt[:k]
