# question: spectral_embedding
# mistake: of I − D⁻¹W
# names: spectral_embedding.random-walk
import numpy as np


def spectral_embedding(W, k):
    d = W.sum(axis=1)
    d = np.where(d > 0, d, 1)
    values, V = np.linalg.eig(np.eye(len(W)) - W / d[:, None])
    V = np.real(V[:, np.argsort(np.real(values))[:k]])
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
