# question: kmeans_plus_plus
# mistake: the farthest row every time
# names: kmeans_plus_plus.farthest
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = ((X[:, None] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        if D.sum() > 0:
            chosen.append(int(D.argmax()))
        else:
            chosen.append(rng.integers(len(X)))
    return X[chosen]
