# question: spectral_embedding
# mistake: the eigenvalues farthest from 1, at either end
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    values, V = np.linalg.eigh(_sym(W))
    V = V[:, np.argsort(-np.abs(1 - values))[:k]]
    return V / np.linalg.norm(V, axis=1, keepdims=True)
