# question: spectral_clustering
# mistake: the largest eigenvalues
# nameless: yes
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    V = np.linalg.eigh(_sym(_affinity(X, sigma)))[1][:, -k:]
    E = V / np.linalg.norm(V, axis=1, keepdims=True)
    labels = _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]

    return labels
