# question: spectral_embedding
# mistake: rows divided by the sum of absolute values
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(_sym(W))[1][:, :k]
    return V / np.abs(V).sum(axis=1, keepdims=True)
