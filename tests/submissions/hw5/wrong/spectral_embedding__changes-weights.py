# question: spectral_embedding
# mistake: W is used up
import numpy as np


def spectral_embedding(W, k):
    d = W.sum(axis=1)
    r = np.where(d > 0, 1 / np.sqrt(np.where(d > 0, d, 1)), 0)
    W *= np.outer(r, r)
    V = np.linalg.eigh(np.eye(len(W)) - W)[1][:, :k]
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
