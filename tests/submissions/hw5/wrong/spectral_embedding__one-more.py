# question: spectral_embedding
# mistake: k + 1 eigenvectors
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(_sym(W))[1][:, :k + 1]
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
