# question: spectral_embedding
# mistake: eigenvectors as they are
# names: spectral_embedding.rows-not-normalised
import numpy as np


def spectral_embedding(W, k):
    V = np.linalg.eigh(_sym(W))[1][:, :k]
    return V
