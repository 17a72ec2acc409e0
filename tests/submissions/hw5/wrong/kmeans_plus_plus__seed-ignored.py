# question: kmeans_plus_plus
# mistake: always the same generator
# names: kmeans_plus_plus.seed-ignored
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(42)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = ((X[:, None] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        chosen.append(rng.choice(len(X), p=D / D.sum() if D.sum() else None))
    return X[chosen]
