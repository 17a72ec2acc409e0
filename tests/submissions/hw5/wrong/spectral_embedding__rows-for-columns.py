# question: spectral_embedding
# mistake: rows of the matrix of eigenvectors
# names: spectral_embedding.rows-for-columns
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(_sym(W))[1][:k].T
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
