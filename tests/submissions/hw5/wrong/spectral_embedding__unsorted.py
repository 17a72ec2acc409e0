# question: spectral_embedding
# mistake: eigenvalues in no order
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    values, V = np.linalg.eig(_sym(W))
    V = np.real(V[:, ::-1][:, :k])
    n = np.linalg.norm(V, axis=1, keepdims=True)
    return V / np.where(n > 0, n, 1)
