# question: spectral_clustering
# mistake: k-means of the rows of the affinities
# nameless: yes
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _affinity(X, sigma)
    labels = _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]

    return labels
