# question: spectral_clustering
# mistake: a single round of k-means from k rows
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, sigma), k)
    return _lloyd(E, E[np.random.default_rng(seed).choice(len(E), k, replace=False)], 1)[0]
