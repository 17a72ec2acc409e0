# question: spectral_clustering
# mistake: rows are not normalised, best of ten
# names: spectral_clustering.rows-not-normalised
import numpy as np


def spectral_clustering(X, k, sigma, seed=0):
    E = np.linalg.eigh(_sym(_affinity(X, sigma)))[1][:, :k]
    rng = np.random.default_rng(seed)
    runs = [_lloyd(E, _seeding(E, k, rng), 300) for _ in range(10)]
    return min(runs, key=lambda run: run[2])[0]
