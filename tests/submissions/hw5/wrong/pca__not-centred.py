# question: pca
# mistake: X as it is
# names: pca.not-centred
import numpy as np


def pca(X, k):
    _, _, Vt = np.linalg.svd(X, full_matrices=False)
    return X @ Vt[:k].T, Vt[:k]
