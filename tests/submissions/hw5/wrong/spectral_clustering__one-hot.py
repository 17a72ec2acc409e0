# question: spectral_clustering
# mistake: labels as columns
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, sigma), k)
    labels = _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]
    return np.eye(k)[labels]
    return labels
