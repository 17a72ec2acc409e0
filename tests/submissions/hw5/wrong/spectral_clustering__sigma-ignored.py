# question: spectral_clustering
# mistake: σ is 1
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, 1.0), k)
    labels = _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]

    return labels
