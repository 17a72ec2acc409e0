# question: kmeans_plus_plus
# mistake: a new generator with the same seed for each draw
# names: kmeans_plus_plus.same-number
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        rng = np.random.default_rng(seed)
        D = ((X[:, None] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        chosen.append(rng.choice(len(X), p=D / D.sum() if D.sum() else None))
    return X[chosen]
