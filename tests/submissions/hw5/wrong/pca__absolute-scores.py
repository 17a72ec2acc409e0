# question: pca
# mistake: scores without their signs
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    C = np.linalg.svd(Z, full_matrices=False)[2][:k]
    return np.abs(Z @ C.T), C
