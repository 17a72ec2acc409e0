# question: spectral_embedding
# mistake: of D − W
# names: spectral_embedding.plain-laplacian
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(np.diag(W.sum(axis=1)) - W)[1][:, :k]
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
