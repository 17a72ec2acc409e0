# question: spectral_embedding
# mistake: the largest eigenvalues
# names: spectral_embedding.largest
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(_sym(W))[1][:, -k:]
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
