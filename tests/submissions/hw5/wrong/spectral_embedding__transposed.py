# question: spectral_embedding
# mistake: one column for each vertex
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(_sym(W))[1][:, :k]
    return (V / np.linalg.norm(V, axis=1, keepdims=True)).T
