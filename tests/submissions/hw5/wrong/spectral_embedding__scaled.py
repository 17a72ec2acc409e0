# question: spectral_embedding
# mistake: eigenvectors times their eigenvalues
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    values, V = np.linalg.eigh(_sym(W))
    V = (V * values)[:, :k]
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
