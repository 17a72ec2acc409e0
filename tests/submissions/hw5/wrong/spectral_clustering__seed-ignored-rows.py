# question: spectral_clustering
# mistake: starts with the first k embedded rows
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, sigma), k)
    return _lloyd(E, E[:k], 300)[0]
