# question: spectral_clustering
# mistake: plain k-means
# names: spectral_clustering.kmeans-of-rows
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = X
    labels = _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]

    return labels
