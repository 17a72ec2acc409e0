# question: spectral_clustering
# mistake: without a seed every call gives other clusters
# nameless: yes
import numpy as np


def spectral_clustering(X, k, sigma, seed=None):
    E = _embed(_affinity(X, sigma), k)
    return _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]
