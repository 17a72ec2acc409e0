# question: spectral_clustering
# mistake: k − 1 clusters
# nameless: yes
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, sigma), k)
    labels = _lloyd(E, _seeding(E, k - 1, np.random.default_rng(seed)), 300)[0]

    return labels
