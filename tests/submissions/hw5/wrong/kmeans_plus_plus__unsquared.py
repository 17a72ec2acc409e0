# question: kmeans_plus_plus
# mistake: the distance itself
# names: kmeans_plus_plus.unsquared
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = np.linalg.norm(X[:, None] - X[chosen], axis=2).min(axis=1)
        if D.sum() > 0:
            chosen.append(rng.choice(len(X), p=D / D.sum()))
        else:
            chosen.append(rng.integers(len(X)))
    return X[chosen]
