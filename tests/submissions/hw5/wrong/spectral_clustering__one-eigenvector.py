# question: spectral_clustering
# mistake: the second eigenvector only
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = np.linalg.eigh(_sym(_affinity(X, sigma)))[1][:, 1:2]
    labels = _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]

    return labels
