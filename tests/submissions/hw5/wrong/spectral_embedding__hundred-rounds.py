# question: spectral_embedding
# mistake: a hundred rounds of subspace iteration, settled or not
# nameless: yes
import numpy as np


def spectral_embedding(W, k):
    L = _sym(W)
    Q = np.random.default_rng(0).standard_normal((len(L), k))
    for _ in range(100):
        Q = np.linalg.qr(2 * Q - L @ Q)[0]
    return Q / np.linalg.norm(Q, axis=1, keepdims=True)
