# question: spectral_clustering
# mistake: the start does not follow from the seed
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, sigma), k)
    return _lloyd(E, _seeding(E, k, np.random.default_rng()), 300)[0]
