# question: spectral_embedding
# mistake: eigenvectors of W
# names: spectral_embedding.of-affinities
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(W)[1][:, -k:]
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
