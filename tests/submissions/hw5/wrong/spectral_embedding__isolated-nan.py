# question: spectral_embedding
# mistake: nan for a vertex without neighbours
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    r = 1 / np.sqrt(W.sum(axis=1))
    V = np.linalg.eigh(np.nan_to_num(np.eye(len(W)) - np.outer(r, r) * W, nan=np.nan))[1][:, :k]
    return V / np.linalg.norm(V, axis=1, keepdims=True)
