# question: kmeans_plus_plus
# mistake: the first centre is the row nearest to the mean
# names: kmeans_plus_plus.first-not-uniform
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [int(((X - X.mean(axis=0)) ** 2).sum(axis=1).argmin())]
    while len(chosen) < k:
        D = ((X[:, None] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        if D.sum() > 0:
            chosen.append(rng.choice(len(X), p=D / D.sum()))
        else:
            chosen.append(rng.integers(len(X)))
    return X[chosen]
