# question: pca
# mistake: the right components in the wrong order
# names: pca.increasing
import numpy as np


def pca(X, k):
    Z = X - X.mean(axis=0)
    V = np.linalg.eigh(np.cov(Z.T).reshape(X.shape[1], -1))[1]
    return Z @ V[:, -k:], V[:, -k:].T
