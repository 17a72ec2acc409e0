# question: spectral_embedding
# mistake: the eigenvalues of a general solver are not sorted
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    V = np.real(np.linalg.eig(_sym(W))[1][:, :k])
    return V / np.linalg.norm(V, axis=1, keepdims=True)
