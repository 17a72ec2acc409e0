# question: kmeans_plus_plus
# mistake: squared distance to the latest centre
# names: kmeans_plus_plus.not-nearest
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = ((X - X[chosen[-1]]) ** 2).sum(axis=1)
        if D.sum() > 0:
            chosen.append(rng.choice(len(X), p=D / D.sum()))
        else:
            chosen.append(rng.integers(len(X)))
    return X[chosen]
